import { addSeconds } from '@app/kernel';
import { EndedWithdrawal } from './ended-withdrawal.aggregate';
import { PayoutLate } from './withdrawal.events';
import { DUE_SECONDS, START_SECONDS } from './withdrawal-schedule.policy';

const NOT_BEGUN = 'The provider has not begun the payment for an hour; it may wait for an approval there';

/** What staff are alerted of while a withdrawal takes too long. */
export abstract class OverdueWithdrawal extends EndedWithdrawal {
  /** Alerts staff once when finance has not settled it in time. */
  alert(now: Date): boolean {
    const dueBy = addSeconds(this.createdAt, DUE_SECONDS);
    if (this.isEnded || this.alertedAt !== null || dueBy > now) return false;
    this.alertedAt = now;
    const data = { ...this.terms, dueBy: dueBy.toISOString() };
    this.record(new PayoutLate(this.id, this.ownerId, 'live', data));
    return true;
  }

  /** Notes that the provider has it and has not begun. Alerts staff after an hour; the reason shows that they were. */
  protected awaitStart(now: Date): void {
    this.unstartedAt ??= now;
    if (now < addSeconds(this.unstartedAt, START_SECONDS)) return;
    if (this.reason !== NOT_BEGUN) this.alertOf(NOT_BEGUN);
    this.reason = NOT_BEGUN;
  }
}
