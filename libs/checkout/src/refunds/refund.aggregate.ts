import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money, ProviderRequest, type ProviderTask } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { refundUnderWay } from '../common/checkout.errors';
import { UnappliedPaymentApplied, UnappliedPaymentRefunded } from '../money/checkout.money';
import { type UnappliedReason, receivedStates, type ReceivedStatus } from './refund.states';
import type { PaymentMethod } from '../common/payment-methods.policy';

const UNANSWERED_BEFORE =
  'An earlier request went unanswered and may have been carried out: ask the company before deciding';

/**
 * Money that an attempt received and that cannot stay, and how it goes back or is applied. It shares the row of its
 * attempt, which has ended by then, and is never inserted by itself.
 */
@Entity('checkout_attempts')
export class Refund extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', update: false }) method: PaymentMethod;
  /** The attempt's name at the gateway. */
  @Column({ type: 'text', update: false }) reference: string;
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
  /** What is to go back of the money received; null: all of it. */
  @Column('bigint', { name: 'refund_minor', transformer: minorUnits, nullable: true })
  refundMinor: bigint | null;
  @Column('timestamptz', { name: 'refund_at', nullable: true }) refundAt: Date | null;
  /** Requests to send the money back whose outcome is not known. */
  @Column('smallint', { name: 'refunds_unheard' }) unconfirmedRefunds: number;
  /** The company's name for the refund: it has taken the request, or carried it out. */
  @Column('text', { name: 'refund_id', nullable: true }) refundId: string | null;
  /** Times the company was asked about it without a final answer. */
  @Column('smallint') questions: number;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('int') override version = 0;

  get received(): Money {
    return new Money(this.receivedMinor, this.receivedCurrency);
  }

  /** What goes back where it is refunded: all that arrived, unless an escrow gave back a part of it. */
  get refundable(): Money {
    return this.refundMinor === null ? this.received : new Money(this.refundMinor, this.receivedCurrency);
  }

  /** Whether an earlier request may have sent it back already. */
  get mayHaveGone(): boolean {
    return this.request.mayBeCarriedOut;
  }

  /** An escrow it was paid into gives back so much of it, which its own event has booked: on its way at once. */
  giveBack(returned: Money, now: Date): void {
    this.status = receivedStates.next(this.status, 'give-back');
    this.unappliedReason = 'escrow-returned';
    this.refundMinor = returned.minor;
    this.refundAt = now;
  }

  /** Takes the refund for oneself. A part that the company could give back twice is sent once; then staff have to ask. */
  claimRefund(now: Date): ProviderTask {
    if (this.status !== 'unapplied') return 'none';
    const { task, request } = this.request.claim(now, !this.fitsTwice);
    this.keep(request);
    if (task === 'stopped') this.failure = UNANSWERED_BEFORE;
    return task;
  }

  /** The company has taken the request and not carried it out. */
  refundPending(refundId: string, now: Date): void {
    this.keep(this.request.taken(refundId, now));
    this.failure = `The payment company has taken the refund as ${refundId} and not said yet that it has gone`;
  }

  refunded(refundId: string, sessionId: string, now: Date): void {
    this.status = receivedStates.next(this.status, 'refund');
    this.keep(this.request.carriedOut(refundId));
    this.failure = null;
    this.endedAt = now;
    this.record(
      new UnappliedPaymentRefunded(this.checkoutSessionId, this.ownerId, this.mode, {
        sessionId,
        gateway: this.gateway,
        gatewayTransactionId: this.gatewayTransactionId,
        refundId,
        amount: this.refundable,
        reason: this.unappliedReason!,
      }),
    );
  }

  /** Staff know that it has gone; not while a request is under way, whose answer says more. */
  settleRefund(refundId: string, sessionId: string, now: Date): void {
    if (this.request.isBeingSent(now)) throw refundUnderWay();
    this.refunded(refundId, sessionId, now);
  }

  /**
   * The company will not send it back: staff have to decide. Where an earlier request went unanswered, it may refuse
   * because it was carried out then, and the money has gone already.
   */
  refundRefused(reason: string): void {
    this.keep(this.request.refused());
    this.failure = this.mayHaveGone ? `${reason}. ${UNANSWERED_BEFORE}` : reason;
  }

  /** It is not known whether it has gone: staff have to look. It is neither sent nor asked about again. */
  refundStopped(reason: string): void {
    this.keep(this.request.stop());
    this.failure = reason;
  }

  /** Staff want it sent back, and have asked about a part that might go twice. */
  requestRefund(now: Date): void {
    this.keep(this.request.order(now, this.fitsTwice));
    this.failure = null;
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

  private get request(): ProviderRequest {
    return new ProviderRequest({
      dueAt: this.refundAt,
      unanswered: this.unconfirmedRefunds,
      providerId: this.refundId,
      questions: this.questions,
    });
  }

  private keep(request: ProviderRequest): void {
    this.refundAt = request.dueAt;
    this.unconfirmedRefunds = request.unanswered;
    this.refundId = request.providerId;
    this.questions = request.questions;
  }

  /** Whether the company could give the same amount back again without giving back more than it took. */
  private get fitsTwice(): boolean {
    return this.refundable.minor * 2n <= this.receivedMinor;
  }
}
