import { addSeconds, type Money } from '@app/kernel';
import {
  PayoutPaidLate,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
} from '../money/payout.money';
import type { LastAnswer } from './provider-answer.policy';
import {
  nextReturnQuestion,
  nextWatch,
  nextWatchUnanswered,
  RETURN_CONFIRMED_SECONDS,
} from './withdrawal-schedule.policy';
import { PayoutStopped } from './withdrawal.events';
import { WithdrawalRecord } from './withdrawal-record.aggregate';

/** What can still happen to a withdrawal that has ended. Its status stays. */
export abstract class EndedWithdrawal extends WithdrawalRecord {
  /**
   * The provider is asked again about an ended withdrawal. It has to say twice that the money came back before that is
   * credited, and twice that it was delivered after all before a reported return is withdrawn. What came back for an owner
   * who has closed the account stays set aside for finance.
   */
  protected watch(answer: LastAnswer, delivered: Money | null, now: Date, isOwnerClosed: boolean): void {
    const isBack = answer === 'failed' || answer === 'returned';
    if (this.isRefunded && delivered?.currency === this.payoutCurrency) this.bookLoss(delivered, now);
    else if (answer === 'delivered' && this.hasOpenReturn) this.watchRedelivery(now);
    else if (answer === 'mismatch' || answer === 'unknown' || (isBack && this.paidLateAt !== null))
      this.alertOf(`The provider's answer about it has changed since it was ${this.status}`);
    else if (isBack && this.status === 'completed' && this.isReturnConfirmed(now) && isOwnerClosed) {
      this.dueAt = null;
      return this.alertOf('Its money came back, and its owner has closed the account: it stays set aside');
    } else if (isBack && this.status === 'completed') this.watchReturn(now);
    this.dueAt = this.nextLook(answer, now);
    if (this.hasOpenReturn && this.dueAt === null)
      this.alertOf('The provider has reported that its money came back, and does not confirm it');
  }

  private get isRefunded(): boolean {
    return this.status === 'failed' || this.returnCreditedAt !== null;
  }

  private watchReturn(now: Date): void {
    const { returnedAt, payout } = this;
    this.redeliveredAt = null;
    if (returnedAt === null) {
      this.returnedAt = now;
      this.returns += 1;
      const data = { ...this.terms, returned: payout!, number: this.returns };
      this.record(new PayoutReturnReported(this.id, this.ownerId, 'live', data));
    } else if (this.isReturnConfirmed(now)) this.creditReturn(now);
  }

  /** Whether a provider that reports the return now confirms it. */
  private isReturnConfirmed(now: Date): boolean {
    const { returnedAt } = this;
    return this.hasOpenReturn && now >= addSeconds(returnedAt!, RETURN_CONFIRMED_SECONDS);
  }

  /** What was delivered after its refund is lost, also where it is not what was ordered. */
  private bookLoss(payout: Money, now: Date): void {
    if (this.paidLateAt !== null || payout.isZero) return;
    this.paidLateAt = now;
    const data = { ...this.terms, payout, providerId: this.providerId };
    this.record(new PayoutPaidLate(this.id, this.ownerId, 'live', data));
  }

  private watchRedelivery(now: Date): void {
    this.redeliveredAt ??= now;
    if (now < addSeconds(this.redeliveredAt, RETURN_CONFIRMED_SECONDS)) return;
    this.returnedAt = this.redeliveredAt = null;
    const data = { ...this.terms, returned: this.payout!, number: this.returns };
    this.record(new PayoutReturnWithdrawn(this.id, this.ownerId, 'live', data));
  }

  private nextLook(answer: LastAnswer, now: Date): Date | null {
    if (this.paidLateAt !== null) return null;
    if (this.hasOpenReturn) {
      const isNew = this.redeliveredAt?.getTime() === now.getTime();
      return isNew ? addSeconds(now, RETURN_CONFIRMED_SECONDS) : nextReturnQuestion(this.returnedAt!, now);
    }
    const next = answer === 'unanswered' ? nextWatchUnanswered : nextWatch;
    return next(this.method, this.processedAt!, now);
  }

  protected alertOf(reason: string): void {
    this.record(new PayoutStopped(this.id, this.ownerId, 'live', { ...this.terms, reason }));
  }

  private creditReturn(now: Date): void {
    this.returnCreditedAt = now;
    const data = {
      ...this.terms,
      status: 'completed' as const,
      returned: this.payout!,
      credited: this.amount,
    };
    this.record(new PayoutReturned(this.id, this.ownerId, 'live', data));
  }
}
