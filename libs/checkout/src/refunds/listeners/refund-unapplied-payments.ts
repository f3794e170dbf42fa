import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InTransaction } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { SetAsideReason } from '../../common/unapplied-payment.states';
import { PaymentUnapplied } from '../../money/checkout.money';
import { Refund } from '../refund.aggregate';
import { RefundRepository } from '../refund.repository';

/** Reasons for which money goes back without a decision of staff. */
const GO_BACK = new Set<SetAsideReason>(['already-paid', 'not-due', 'payee-closed']);

/** Has money that cannot stay sent back by itself: the refund is due in the commit that records the money. */
@EventsHandler(PaymentUnapplied)
@InTransaction()
export class RefundUnappliedPayments implements IEventHandler<PaymentUnapplied> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly clock: Clock,
  ) {}

  handle({ ownerId, mode, data }: PaymentUnapplied): void {
    if (!GO_BACK.has(data.reason)) return;
    const { attemptId: paymentId, appId, sessionId, method, gateway, gatewayTransactionId, amount } = data;
    const payment = { ownerId, appId, mode, paymentId, sessionId, method, gateway, gatewayTransactionId };
    this.refunds.add(
      Refund.ofUnapplied('unapplied', { ...payment, received: amount }, amount, this.clock.now()),
    );
  }
}
