import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EscrowCancelled, EscrowResolved } from '@app/escrow';
import { InTransaction } from '@app/write-path';
import { Clock } from '@app/kernel';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';
import { UnappliedPaymentRepository } from '../unapplied-payment.repository';
import { UnappliedPaymentsService } from '../unapplied-payments.service';

/**
 * Has the company that collected a payment send back what its escrow gives back. The refund is due in the same commit
 * that takes the money from the merchant.
 */
@EventsHandler(EscrowCancelled, EscrowResolved)
@InTransaction()
export class RefundReturnedEscrows implements IEventHandler<EscrowCancelled | EscrowResolved> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly payments: UnappliedPaymentRepository,
    private readonly unapplied: UnappliedPaymentsService,
    private readonly clock: Clock,
  ) {}

  async handle({ mode, data }: EscrowCancelled | EscrowResolved): Promise<void> {
    const { checkoutSessionId, settlement } = data;
    const { returned, way } = settlement.initiator;
    if (checkoutSessionId === null || way.through !== 'gateway' || returned.isZero) return;
    const session = await this.sessions.byPublicId(checkoutSessionId, mode);
    const payment = await this.payments.byId(session.attemptId!);
    payment.giveBack();
    this.payments.save(payment);
    this.unapplied.addRefund(payment, session, returned, this.clock.now());
  }
}
