import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Currency, Money, randomInteger } from '@app/kernel';
import { Column, PrimaryColumn } from 'typeorm';
import type { PayoutMethod, PayoutTerms } from '../money/payout.money';
import type { LastAnswer } from './provider-answer.policy';
import { type WithdrawalStage, withdrawalStates, type WithdrawalStatus } from './withdrawal.states';

/** Why a withdrawal is held that was not sent before its owner was frozen. */
export const OWNER_FROZEN = 'The account is frozen';
/** An answer of the provider that finance may rely on. */
const FRESH_SECONDS = 15 * 60;

const nullable = { nullable: true };
const fixed = { update: false };

export interface NewWithdrawal {
  id: string;
  ownerId: string;
  accountId: string;
  method: PayoutMethod;
  amount: Money;
  fee: Money;
  payoutCurrency: Currency;
  payout: Money | null;
  rate: string | null;
  destination: Buffer;
  destinationShown: string;
  bankName: string | null;
  limitDay: string;
  limitCents: bigint;
}

/** The columns of a withdrawal, without its decisions. */
export abstract class WithdrawalRecord extends Aggregate {
  /** The transaction in the history, its journal, and its reference at the provider. */
  @PrimaryColumn('uuid') id: string;
  /** The id on the wire beside the uuid. */
  @Column({ type: 'bigint', transformer: minorUnits, ...fixed }) number: bigint;
  @Column({ type: 'uuid', name: 'owner_id', ...fixed }) ownerId: string;
  @Column({ type: 'uuid', name: 'account_id', ...fixed }) accountId: string;
  @Column({ type: 'text', ...fixed }) method: PayoutMethod;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, ...fixed }) amountMinor: bigint;
  @Column({ type: 'bigint', name: 'fee_minor', transformer: minorUnits, ...fixed }) feeMinor: bigint;
  @Column({ type: 'text', ...fixed }) currency: Currency;
  /** Null while there is no exchange rate. */
  @Column('bigint', { name: 'payout_minor', transformer: minorUnits, ...nullable }) payoutMinor:
    bigint | null;
  @Column({ type: 'text', name: 'payout_currency', ...fixed }) payoutCurrency: Currency;
  /** Units of the payout's currency for one of the wallet's, as shown; null where nothing is converted. */
  @Column('text', nullable) rate: string | null;
  /** Finance sends it at its rate, although the rate has moved. */
  @Column('boolean', { name: 'rate_accepted' }) rateAccepted: boolean;
  /** Sealed; opened only for a call to the provider. */
  @Column({ type: 'bytea', name: 'destination_ciphertext', ...fixed }) destination: Buffer;
  @Column({ type: 'text', name: 'destination_shown', ...fixed }) destinationShown: string;
  @Column('text', { name: 'bank_name', ...nullable, ...fixed }) bankName: string | null;
  /** The UTC day on which it counts against the daily limit, and the US cents that it counts. */
  @Column({ type: 'text', name: 'limit_day', ...fixed }) limitDay: string;
  @Column({ type: 'bigint', name: 'limit_cents', transformer: minorUnits, ...fixed }) limitCents: bigint;
  @Column('text') status: WithdrawalStatus;
  @Column('text') stage: WithdrawalStage;
  /** When a process sends it or asks about it; null: nothing is to be done. */
  @Column('timestamptz', { name: 'due_at', ...nullable }) dueAt: Date | null;
  /** Null: none has taken it, or finance pays by hand. */
  @Column('text', nullable) provider: string | null;
  /** The provider's own id of it. */
  @Column('text', { name: 'provider_id', ...nullable }) providerId: string | null;
  @Column('bigint', { name: 'provider_fee_minor', transformer: minorUnits, ...nullable })
  providerFeeMinor: bigint | null;
  @Column('text', { name: 'provider_fee_currency', ...nullable }) providerFeeCurrency: Currency | null;
  /** Times it was sent and may have been taken. */
  @Column('int') sendings: number;
  /** Times in a row that the provider did not know it, ten minutes apart. */
  @Column('int') absences: number;
  @Column('timestamptz', { name: 'absent_at', ...nullable }) absentAt: Date | null;
  @Column('text', { name: 'last_answer', ...nullable }) lastAnswer: LastAnswer | null;
  @Column('timestamptz', { name: 'answered_at', ...nullable }) answeredAt: Date | null;
  /** When the provider first said that it has not begun the payment. */
  @Column('timestamptz', { name: 'unstarted_at', ...nullable }) unstartedAt: Date | null;
  /** Why it failed, or why it is not under way; redacted. */
  @Column('text', nullable) reason: string | null;
  /** Under which finance completed it. */
  @Column('text', { name: 'settled_reference', ...nullable }) settledReference: string | null;
  @Column('timestamptz', { name: 'waiting_at', ...nullable }) waitingAt: Date | null;
  /** When staff were alerted that it is late. */
  @Column('timestamptz', { name: 'alerted_at', ...nullable }) alertedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', ...fixed }) createdAt: Date;
  @Column('timestamptz', { name: 'processed_at', ...nullable }) processedAt: Date | null;
  /** When the provider said that a completed withdrawal came back, and when that was credited. */
  @Column('timestamptz', { name: 'returned_at', ...nullable }) returnedAt: Date | null;
  @Column('timestamptz', { name: 'return_credited_at', ...nullable }) returnCreditedAt: Date | null;
  /** Returns that the provider has reported. */
  @Column('int') returns: number;
  /** When the provider first said, since it reported the return, that it was delivered. */
  @Column('timestamptz', { name: 'redelivered_at', ...nullable }) redeliveredAt: Date | null;
  @Column('timestamptz', { name: 'paid_late_at', ...nullable }) paidLateAt: Date | null;
  @Column('int') override version = 0;

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get fee(): Money {
    return new Money(this.feeMinor, this.currency);
  }

  get payout(): Money | null {
    return this.payoutMinor === null ? null : new Money(this.payoutMinor, this.payoutCurrency);
  }

  get providerFee(): Money | null {
    return this.providerFeeMinor === null
      ? null
      : new Money(this.providerFeeMinor, this.providerFeeCurrency!);
  }

  get isEnded(): boolean {
    return this.stage === 'ended';
  }

  /** Held for no other reason than that its owner is frozen. */
  get waitsForOwner(): boolean {
    return this.stage === 'held' && this.reason === OWNER_FROZEN;
  }

  /** The provider's last answer, if it is of the last minutes. */
  freshAnswer(now: Date): LastAnswer | null {
    const isFresh = this.answeredAt !== null && addSeconds(this.answeredAt, FRESH_SECONDS) >= now;
    return isFresh ? this.lastAnswer : null;
  }

  /** Its money was reported as returned, and is not credited. */
  get hasOpenReturn(): boolean {
    return this.returnedAt !== null && this.returnCreditedAt === null;
  }

  /** The data that all its events have. */
  get terms(): PayoutTerms {
    const {
      id: uuid,
      method,
      amount,
      fee,
      payout,
      accountId,
      destinationShown: destination,
      bankName,
    } = this;
    return { uuid, method, amount, fee, payout, accountId, destination, bankName };
  }

  /** Fills the columns of a new withdrawal, which is due to be sent. */
  protected begin({ amount, fee, payout, ...given }: NewWithdrawal, now: Date): void {
    Object.assign(this, given);
    this.number = randomInteger();
    this.amountMinor = amount.minor;
    this.currency = amount.currency;
    this.feeMinor = fee.minor;
    this.payoutMinor = payout && payout.minor;
    this.status = withdrawalStates.initial;
    this.stage = 'queued';
    this.createdAt = this.dueAt = now;
    this.rateAccepted = false;
    this.sendings = this.absences = this.returns = 0;
    this.provider = this.providerId = this.providerFeeMinor = this.providerFeeCurrency = null;
    this.absentAt = this.lastAnswer = this.answeredAt = this.reason = this.settledReference = null;
    this.waitingAt = this.unstartedAt = this.alertedAt = this.processedAt = null;
    this.returnedAt = this.returnCreditedAt = this.redeliveredAt = this.paidLateAt = null;
  }
}
