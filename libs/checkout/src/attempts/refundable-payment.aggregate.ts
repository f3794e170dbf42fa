import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { UnappliedPaymentRefunded } from '@app/ledger';
import { Column } from 'typeorm';
import { nextRefundQuestionAt, refundClaimedUntil } from './refund-schedule.policy';
import { refundUnderWay } from '../checkout.errors';
import { type AttemptStatus, attemptStates, type UnappliedReason } from '../checkout.states';

const UNANSWERED_BEFORE =
  'An earlier request went unanswered and may have been carried out: ask the company before deciding';

/** Money that arrived, and how it goes back: claimed before the company is told, booked and told once. */
export abstract class RefundablePayment extends Aggregate {
  abstract checkoutSessionId: string;
  abstract ownerId: string;
  abstract mode: Mode;
  abstract status: AttemptStatus;
  abstract gateway: string;
  abstract gatewayTransactionId: string | null;
  abstract failure: string | null;
  abstract questions: number;
  abstract endedAt: Date | null;

  @Column('bigint', { name: 'received_minor', transformer: minorUnits, nullable: true })
  receivedMinor: bigint | null;

  @Column('text', { name: 'received_currency', nullable: true })
  receivedCurrency: Currency | null;

  @Column('text', { name: 'unapplied_reason', nullable: true })
  unappliedReason: UnappliedReason | null;

  /** What is to go back of the money received; null: all of it. */
  @Column('bigint', { name: 'refund_minor', transformer: minorUnits, nullable: true })
  refundMinor: bigint | null;

  @Column('timestamptz', { name: 'refund_at', nullable: true })
  refundAt: Date | null;

  /** Requests to send the money back of which nobody knows what became. */
  @Column('smallint', { name: 'refunds_unheard' })
  unconfirmedRefunds: number;

  /** The company's name for the refund: it has taken the request, or carried it out. */
  @Column('text', { name: 'refund_id', nullable: true })
  refundId: string | null;

  /** What arrived; null while nothing has. */
  get received(): Money | null {
    return this.receivedMinor === null ? null : new Money(this.receivedMinor, this.receivedCurrency!);
  }

  /** What goes back where it is refunded: all that arrived, unless an escrow gave back a part of it. */
  get refundable(): Money {
    const received = this.received!;
    return this.refundMinor === null ? received : new Money(this.refundMinor, received.currency);
  }

  /** Whether an earlier request may have sent it back already. */
  get mayHaveGone(): boolean {
    return this.unconfirmedRefunds > 0;
  }

  /**
   * Takes the refund for oneself, to send it or to ask about it; false where it is not due (any more). A part that the
   * company could give back twice is sent once: where nobody heard the answer, it stops, and staff have to ask.
   */
  claimRefund(now: Date): boolean {
    if (this.status !== 'unapplied' || this.refundAt === null || this.refundAt > now) return false;
    const isSending = this.refundId === null;
    if (isSending && this.mayHaveGone && this.fitsTwice) {
      this.refundStopped(UNANSWERED_BEFORE);
      return false;
    }
    this.refundAt = refundClaimedUntil(now);
    if (isSending) this.unconfirmedRefunds += 1;
    return true;
  }

  /** The company has taken the request and not carried it out: it is asked again, less and less often. */
  refundPending(refundId: string, now: Date): void {
    if (this.refundId !== refundId) this.questions = 0;
    this.refundId = refundId;
    this.refundAt = nextRefundQuestionAt(now, this.questions);
    this.questions = Math.min(this.questions + 1, 100);
    this.failure = `The payment company has taken the refund as ${refundId} and not said yet that it has gone`;
  }

  refunded(refundId: string, sessionId: string, now: Date): void {
    this.status = attemptStates.next(this.status, 'refund');
    this.refundAt = null;
    this.refundId = refundId;
    this.failure = null;
    this.endedAt = now;
    this.record(
      new UnappliedPaymentRefunded(this.checkoutSessionId, this.ownerId, this.mode, {
        sessionId,
        gateway: this.gateway,
        gatewayTransactionId: this.gatewayTransactionId!,
        refundId,
        amount: this.refundable,
        reason: this.unappliedReason!,
      }),
    );
  }

  /** Staff know that it has gone, whoever sent it; not while a request is under way, whose answer says more. */
  settleRefund(refundId: string, sessionId: string, now: Date): void {
    const isClaimed = this.refundAt !== null && this.refundAt > now;
    if (isClaimed && this.refundId === null) throw refundUnderWay();
    this.refunded(refundId, sessionId, now);
  }

  /**
   * The company will not send it back: staff have to decide. Where an earlier request went unanswered, it may be
   * refused because it was carried out then, and the money be gone already.
   */
  refundRefused(reason: string): void {
    this.unconfirmedRefunds = Math.max(0, this.unconfirmedRefunds - 1);
    this.refundStopped(this.mayHaveGone ? `${reason}. ${UNANSWERED_BEFORE}` : reason);
  }

  /** Nobody can tell whether it has gone: staff have to look. It is neither sent nor asked about again. */
  refundStopped(reason: string): void {
    this.refundAt = null;
    this.refundId = null;
    this.failure = reason;
  }

  /** Staff want it sent back. */
  requestRefund(now: Date): void {
    this.refundAt = now;
    this.failure = null;
    if (this.fitsTwice) this.unconfirmedRefunds = 0;
  }

  /** Whether the company could give the same amount back again without giving back more than it took. */
  private get fitsTwice(): boolean {
    return this.refundable.minor * 2n <= this.receivedMinor!;
  }
}
