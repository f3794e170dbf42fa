import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EscrowCancelled, EscrowResolved } from '@app/escrow';
import { InTransaction } from '@app/write-path';
import { Clock } from '@app/kernel';
import { RefundRepository } from '../refund.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';

/**
 * Has the company that collected a payment send back what its escrow gives back. The refund is due in the same commit
 * that takes the money from the merchant; from there on it goes the way of all refunds.
 */
@EventsHandler(EscrowCancelled, EscrowResolved)
@InTransaction()
export class RefundReturnedEscrows implements IEventHandler<EscrowCancelled | EscrowResolved> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly refunds: RefundRepository,
    private readonly clock: Clock,
  ) {}

  async handle({ mode, data }: EscrowCancelled | EscrowResolved): Promise<void> {
    const { checkoutSessionId, settlement } = data;
    const { returned, way } = settlement.initiator;
    if (checkoutSessionId === null || way.through !== 'gateway' || returned.isZero) return;
    const { attemptId } = await this.sessions.byPublicId(checkoutSessionId, mode);
    const payment = await this.refunds.byId(attemptId!);
    payment.giveBack(returned, this.clock.now());
    this.refunds.save(payment);
  }
}
