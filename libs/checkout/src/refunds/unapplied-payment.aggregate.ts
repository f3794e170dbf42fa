import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { UnappliedPaymentApplied, UnappliedPaymentRefunded } from '../money/checkout.money';
import type { PaymentMethod } from '../common/payment-methods.policy';
import {
  type ReceivedStatus,
  receivedStates,
  type UnappliedReason,
} from '../common/unapplied-payment.states';

/**
 * Money that an attempt received and that is not where it was to go: it is refunded or applied. It shares the row of its
 * attempt, which has ended by then, and is never inserted by itself.
 */
@Entity('checkout_attempts')
export class UnappliedPayment extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', update: false }) method: PaymentMethod;
  @Column({ type: 'bigint', name: 'charge_minor', transformer: minorUnits, update: false })
  chargeMinor: bigint;
  @Column({ type: 'text', name: 'charge_currency', update: false }) chargeCurrency: Currency;
  @Column({ type: 'text', update: false }) gateway: string;
  @Column({ type: 'text', name: 'gateway_transaction_id', update: false }) gatewayTransactionId: string;
  @Column({ type: 'bigint', name: 'received_minor', transformer: minorUnits, update: false })
  receivedMinor: bigint;
  @Column({ type: 'text', name: 'received_currency', update: false }) receivedCurrency: Currency;
  @Column('text') status: ReceivedStatus;
  /** Null while the money is where it was meant to go. */
  @Column('text', { name: 'unapplied_reason', nullable: true }) unappliedReason: UnappliedReason | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('int') override version = 0;

  get received(): Money {
    return new Money(this.receivedMinor, this.receivedCurrency);
  }

  /** An escrow that it was paid into gives a part of it back, which the escrow's own event has booked. */
  giveBack(): void {
    this.status = receivedStates.next(this.status, 'give-back');
    this.unappliedReason = 'escrow-returned';
  }

  /** Its refund was carried out. */
  refunded(refund: { providerId: string; amount: Money }, sessionId: string, now: Date): void {
    this.status = receivedStates.next(this.status, 'refund');
    this.endedAt = now;
    this.record(
      new UnappliedPaymentRefunded(this.checkoutSessionId, this.ownerId, this.mode, {
        sessionId,
        gateway: this.gateway,
        gatewayTransactionId: this.gatewayTransactionId,
        refundId: refund.providerId,
        amount: refund.amount,
        reason: this.unappliedReason!,
      }),
    );
  }

  /** What was received, in the currency of `amount`: in proportion to what was asked for it, rounded down. */
  worth(amount: Money): Money {
    const { received } = this;
    if (received.currency === amount.currency || received.currency !== this.chargeCurrency) return received;
    return new Money((amount.minor * received.minor) / this.chargeMinor, amount.currency);
  }

  /** Staff credit the merchant with it; without `to` where what the session was opened from books the credit itself. */
  apply(
    now: Date,
    to?: Pick<UnappliedPaymentApplied['data'], 'sessionId' | 'accountId' | 'credited' | 'settles'>,
  ): void {
    this.status = receivedStates.next(this.status, 'apply');
    this.endedAt = now;
    if (!to) return;
    this.record(
      new UnappliedPaymentApplied(this.checkoutSessionId, this.ownerId, this.mode, {
        ...to,
        gateway: this.gateway,
        gatewayTransactionId: this.gatewayTransactionId,
        amount: this.received,
      }),
    );
  }
}
