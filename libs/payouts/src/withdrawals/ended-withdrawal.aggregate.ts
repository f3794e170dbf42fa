import { addSeconds } from '@app/kernel';
import { PayoutPaidLate, PayoutReturned, PayoutReturnReported } from '@app/ledger';
import type { LastAnswer } from './provider-answer.policy';
import { nextWatch, RETURN_CONFIRMED_SECONDS } from './withdrawal-schedule.policy';
import { PayoutStopped } from './withdrawal.events';
import { WithdrawalRecord } from './withdrawal-record.aggregate';

/** What can still happen to a withdrawal that has ended. Its status stays. */
export abstract class EndedWithdrawal extends WithdrawalRecord {
  /** The provider is asked again about an ended withdrawal: money that came back is credited once it is confirmed. */
  protected watch(answer: LastAnswer, now: Date): void {
    const { returnedAt, payout } = this;
    const isBack = this.status === 'completed' && (answer === 'failed' || answer === 'returned');
    if (this.status === 'failed' && answer === 'delivered' && this.paidLateAt === null) {
      this.paidLateAt = now;
      const data = { ...this.terms, payout: payout!, providerId: this.providerId };
      this.record(new PayoutPaidLate(this.id, this.ownerId, 'live', data));
    } else if (isBack && returnedAt === null) {
      this.returnedAt = now;
      const data = { ...this.terms, returned: payout! };
      this.record(new PayoutReturnReported(this.id, this.ownerId, 'live', data));
    } else if (isBack && this.returnCreditedAt === null) {
      if (now >= addSeconds(returnedAt!, RETURN_CONFIRMED_SECONDS)) this.creditReturn(now);
    } else if (answer === 'mismatch' || answer === 'unknown') {
      const reason = `The provider's answer about it has changed since it was ${this.status}`;
      this.record(new PayoutStopped(this.id, this.ownerId, 'live', { ...this.terms, reason }));
    }
    this.dueAt = this.nextLook(answer, now);
  }

  private nextLook(answer: LastAnswer, now: Date): Date | null {
    if (this.returnCreditedAt !== null || this.paidLateAt !== null) return null;
    if (this.returnedAt !== null || answer === 'unanswered') return addSeconds(now, RETURN_CONFIRMED_SECONDS);
    return nextWatch(this.method, this.processedAt!, now);
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
