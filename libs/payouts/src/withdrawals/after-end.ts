import { addSeconds, type Money } from '@app/kernel';
import { Column } from 'typeorm';
import type { PayoutMethod } from '../money/payout.money';
import type { LastAnswer } from './provider-answer.policy';
import {
  nextReturnQuestion,
  nextWatch,
  nextWatchUnanswered,
  RETURN_CONFIRMED_SECONDS,
} from './withdrawal-schedule.policy';
import type { WithdrawalStatus } from './withdrawal.states';

export interface LaterReport {
  answer: LastAnswer;
  /** What was delivered, in the currency of the payout; null: nothing. */
  delivered: Money | null;
  /** With which the withdrawal has ended. */
  status: WithdrawalStatus;
  isOwnerClosed: boolean;
}

/** What a later report says that the end did not. */
export type LaterChange =
  | 'return reported'
  | 'return set aside'
  | 'return credited'
  | 'return withdrawn'
  /** It was delivered after its refund. */
  | 'paid late'
  | 'contradicted';

/** What the provider says about a withdrawal after its end. */
export class AfterEnd {
  /** When the provider first said that a completed withdrawal came back, and when that was credited. */
  @Column('timestamptz', { name: 'returned_at', nullable: true }) returnedAt: Date | null = null;
  @Column('timestamptz', { name: 'return_credited_at', nullable: true }) creditedAt: Date | null = null;
  /** Returns that the provider has reported. */
  @Column('int') returns = 0;
  /** When the provider first said, since it reported the return, that it was delivered. */
  @Column('timestamptz', { name: 'redelivered_at', nullable: true }) redeliveredAt: Date | null = null;
  @Column('timestamptz', { name: 'paid_late_at', nullable: true }) paidLateAt: Date | null = null;

  /** Its money was reported as returned, and is not credited. */
  get hasOpenReturn(): boolean {
    return this.returnedAt !== null && this.creditedAt === null;
  }

  /**
   * Notes a report. The provider has to say twice that the money came back before that is credited, and twice that it was
   * delivered after all before a reported return is withdrawn. What came back for an owner who has closed the account is
   * not credited.
   */
  note({ answer, delivered, status, isOwnerClosed }: LaterReport, now: Date): LaterChange | null {
    const isBack = answer === 'failed' || answer === 'returned';
    const isRefunded = status === 'failed' || this.creditedAt !== null;
    if (isRefunded && delivered) return this.noteLoss(delivered, now);
    if (answer === 'delivered' && this.hasOpenReturn) return this.noteRedelivery(now);
    if (answer === 'mismatch' || answer === 'unknown' || (isBack && this.paidLateAt !== null))
      return 'contradicted';
    return isBack && status === 'completed' ? this.noteReturn(now, isOwnerClosed) : null;
  }

  /** When the provider of a withdrawal that ended at `endedAt` is asked again after this answer; null: no more. */
  nextLook(answer: LastAnswer, method: PayoutMethod, endedAt: Date, now: Date): Date | null {
    if (this.paidLateAt !== null) return null;
    if (this.hasOpenReturn) {
      const isNew = this.redeliveredAt?.getTime() === now.getTime();
      return isNew ? addSeconds(now, RETURN_CONFIRMED_SECONDS) : nextReturnQuestion(this.returnedAt!, now);
    }
    return (answer === 'unanswered' ? nextWatchUnanswered : nextWatch)(method, endedAt, now);
  }

  private noteReturn(now: Date, isOwnerClosed: boolean): LaterChange | null {
    const isConfirmed = this.hasOpenReturn && now >= addSeconds(this.returnedAt!, RETURN_CONFIRMED_SECONDS);
    if (isConfirmed && isOwnerClosed) return 'return set aside';
    this.redeliveredAt = null;
    if (this.returnedAt === null) {
      this.returnedAt = now;
      this.returns += 1;
      return 'return reported';
    }
    if (!isConfirmed) return null;
    this.creditedAt = now;
    return 'return credited';
  }

  private noteRedelivery(now: Date): LaterChange | null {
    this.redeliveredAt ??= now;
    if (now < addSeconds(this.redeliveredAt, RETURN_CONFIRMED_SECONDS)) return null;
    this.returnedAt = this.redeliveredAt = null;
    return 'return withdrawn';
  }

  private noteLoss(delivered: Money, now: Date): LaterChange | null {
    if (this.paidLateAt !== null || delivered.isZero) return null;
    this.paidLateAt = now;
    return 'paid late';
  }
}
