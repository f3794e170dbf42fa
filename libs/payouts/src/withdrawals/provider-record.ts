import { minorUnits } from '@app/database';
import { addSeconds, type Currency, Money } from '@app/kernel';
import { Column } from 'typeorm';
import type { LastAnswer } from './provider-answer.policy';
import { RECHECK_SECONDS, START_SECONDS } from './withdrawal-schedule.policy';

/** An answer of the provider that finance may rely on. */
const FRESH_SECONDS = 15 * 60;

/** The provider of a withdrawal, its order there, and what it answers. */
export class ProviderRecord {
  /** Null: none has taken it, or finance pays by hand. */
  @Column('text', { name: 'provider', nullable: true }) name: string | null = null;
  /** The provider's own id of the withdrawal. */
  @Column('text', { name: 'provider_id', nullable: true }) orderId: string | null = null;
  @Column('bigint', { name: 'provider_fee_minor', transformer: minorUnits, nullable: true })
  feeMinor: bigint | null = null;
  @Column('text', { name: 'provider_fee_currency', nullable: true }) feeCurrency: Currency | null = null;
  @Column('text', { name: 'last_answer', nullable: true }) lastAnswer: LastAnswer | null = null;
  @Column('timestamptz', { name: 'answered_at', nullable: true }) answeredAt: Date | null = null;
  /** Times in a row that it did not know the withdrawal, ten minutes apart. */
  @Column('int') absences = 0;
  @Column('timestamptz', { name: 'absent_at', nullable: true }) absentAt: Date | null = null;
  /** When it first said that it has not begun the payment. */
  @Column('timestamptz', { name: 'unstarted_at', nullable: true }) unstartedAt: Date | null = null;
  /** When it first said that it waits for the recipient, or holds the payout. */
  @Column('timestamptz', { name: 'waiting_at', nullable: true }) waitingAt: Date | null = null;

  get fee(): Money | null {
    return this.feeMinor === null ? null : new Money(this.feeMinor, this.feeCurrency!);
  }

  /** The last answer, if it is of the last minutes. */
  freshAnswer(now: Date): LastAnswer | null {
    const isFresh = this.answeredAt !== null && addSeconds(this.answeredAt, FRESH_SECONDS) >= now;
    return isFresh ? this.lastAnswer : null;
  }

  /** Notes id and fee, where they are known. A fee of nothing is booked no more than an unknown one. */
  noteOrder(orderId: string | null, fee: Money | null): void {
    this.orderId = orderId ?? this.orderId;
    if (!fee || fee.isZero) return;
    this.feeMinor = fee.minor;
    this.feeCurrency = fee.currency;
  }

  noteAnswer(answer: LastAnswer, now: Date): void {
    this.lastAnswer = answer;
    this.answeredAt = now;
  }

  /**
   * Notes that it does not know the withdrawal; `isFirst`: earlier answers of this kind do not count. Returns when it is
   * asked again; null: it has said so twice, ten minutes apart.
   */
  noteAbsence(now: Date, isFirst: boolean): Date | null {
    const countsAt = isFirst || this.absentAt === null ? null : addSeconds(this.absentAt, RECHECK_SECONDS);
    if (countsAt && now < countsAt) return countsAt;
    this.absences = countsAt ? this.absences + 1 : 1;
    if (this.absences >= 2) return null;
    this.absentAt = now;
    return addSeconds(now, RECHECK_SECONDS);
  }

  clearAbsences(): void {
    this.absences = 0;
    this.absentAt = null;
  }

  /** Notes that it has not begun the payment. Returns whether it first said so an hour ago or earlier. */
  noteUnstarted(now: Date): boolean {
    this.unstartedAt ??= now;
    return now >= addSeconds(this.unstartedAt, START_SECONDS);
  }

  /** Notes that it waits for the recipient. Returns whether that is new. */
  noteWaiting(now: Date): boolean {
    const isNew = this.waitingAt === null;
    this.waitingAt ??= now;
    return isNew;
  }
}
