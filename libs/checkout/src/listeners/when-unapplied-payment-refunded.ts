import { InTransaction, serviceAccountId, UnitOfWork } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Clock, Money, uuidv7 } from '@app/kernel';
import { UnappliedPaymentRefunded } from '../checkout.events';

/** Books the way back of money that belonged to no session: the gateway owes it no more. Test mode books nothing. */
@Injectable()
export class WhenUnappliedPaymentRefunded {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @InTransaction(UnappliedPaymentRefunded)
  book({ mode, data }: UnappliedPaymentRefunded, eventId: string): void {
    if (mode === 'test') return;
    const { sessionId, gateway, gatewayTransactionId, amount } = data;
    this.unit.book({
      id: uuidv7(this.clock.now()),
      eventId,
      type: 'unapplied_refund',
      amount,
      fee: Money.zero(amount.currency),
      reference: sessionId,
      related: { type: 'checkout_session', id: sessionId },
      once: `unapplied-refund ${gateway} ${gatewayTransactionId}`,
      legs: [
        { accountId: serviceAccountId('unapplied', amount.currency), amount: amount.negated() },
        { accountId: serviceAccountId('card-gateway-clearing', amount.currency), amount },
      ],
    });
  }
}
