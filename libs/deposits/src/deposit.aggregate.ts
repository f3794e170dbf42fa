import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Currency, Money, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { DepositConfirmed } from '@app/ledger';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CardChargeResult } from '@app/charges';
import { alreadyPaid, chargeInProgress, paidOnItsPage, waitsForNoCode } from './deposit.errors';
import { DepositDeclined } from './deposit.events';
import { type DepositStatus, depositStates } from './deposit.states';

export type DepositMethod = 'gateway' | 'checkout';
/** What a pending charge waits for from its buyer. */
export type AuthMode = NonNullable<CardChargeResult['authMode']>;

/** Codes (PIN, one-time password) that one charge takes; the last wrong one voids it. */
export const MAX_TRIES = 5;
/** After this the first question about an outcome that nobody told us. */
const FIRST_CHECK_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3600;
/** A charge that the gateway has not heard of by then never reached it, or never got its PIN. */
const ABSENT_SECONDS = 30 * 60;
/** No bank lets a buyer think longer. */
const UNFINISHED_SECONDS = 24 * 3600;

const nullable = { nullable: true };

/** Money that a gateway confirms. */
export interface ConfirmedPayment {
  /** Of the charge it came by. */
  reference: string;
  gateway: string;
  transactionId: string;
  amount: Money;
  /** It is booked already, as money that came too late. */
  wasSetAside?: boolean;
}

/**
 * An owner's wish to put money into their wallet by card. It may be charged several times, one charge after the
 * other, each under a reference of its own at the gateway; whatever the gateway confirms is credited, once per
 * transaction, also when it confirms it late.
 */
@Entity('deposits')
export class Deposit extends Aggregate {
  @PrimaryColumn('uuid') override id: string;
  @Column('int') override version = 0;
  /** Public, random. */
  @Column('text', { name: 'tx_ref' }) txRef: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text') method: DepositMethod;
  @Column('char', { length: 3 }) currency: Currency;
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('text', { name: 'redirect_url', ...nullable }) redirectUrl: string | null;
  @Column('text') status: DepositStatus;
  /** Charges sent so far; the last one is the current one. */
  @Column('int') attempts: number;
  @Column('timestamptz', { name: 'attempt_started_at', ...nullable }) attemptStartedAt: Date | null;
  /** Whose request the current step is: a repeated one must not send again. */
  @Column('text', { name: 'request_key', ...nullable }) requestKey: string | null;
  /** The gateway's handle of the current charge. */
  @Column('text', { name: 'gw_ref', ...nullable }) gwRef: string | null;
  @Column('text', { name: 'auth_mode', ...nullable }) authMode: AuthMode | null;
  @Column('int') tries: number;
  /** When to ask the gateway what became of the current charge; null: its end is known. */
  @Column('timestamptz', { name: 'check_at', ...nullable }) checkAt: Date | null;
  @Column('text', { name: 'failure_reason', ...nullable }) failureReason: string | null;
  @Column('text', { name: 'credited_transactions', array: true }) creditedTransactions: string[];
  @Column('char', { name: 'credited_currency', length: 3, ...nullable }) creditedCurrency: Currency | null;
  @Column('bigint', { name: 'credited_minor', transformer: minorUnits, ...nullable }) creditedMinor:
    bigint | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'completed_at', ...nullable }) completedAt: Date | null;

  static initiate(
    request: { ownerId: string; amount: Money; method: DepositMethod; redirectUrl: string | null },
    now: Date,
  ): Deposit {
    return Object.assign(new Deposit(), {
      id: uuidv7(now),
      txRef: `dep_${randomAlphanumeric(22)}`,
      ownerId: request.ownerId,
      method: request.method,
      currency: request.amount.currency,
      amountMinor: request.amount.minor,
      redirectUrl: request.redirectUrl,
      status: depositStates.initial,
      ...{ attempts: 0, attemptStartedAt: null, requestKey: null, gwRef: null, authMode: null, tries: 0 },
      ...{ checkAt: null, failureReason: null, completedAt: null },
      ...{ creditedTransactions: [], creditedCurrency: null, creditedMinor: null },
      createdAt: now,
      updatedAt: now,
    });
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  /** What the wallet was credited with; null while nothing was. */
  get credited(): Money | null {
    return this.creditedMinor === null ? null : new Money(this.creditedMinor, this.creditedCurrency!);
  }

  /** Name of the current charge at the gateway. The first is the deposit's own reference, later ones are numbered. */
  get reference(): string {
    return referenceOf(this.txRef, this.attempts);
  }

  /** Whether the end of the current charge is still unknown. */
  get isOpen(): boolean {
    return this.checkAt !== null;
  }

  /** Whether `reference` names one of this deposit's charges. */
  hasCharged(reference: string): boolean {
    return Array.from({ length: this.attempts }, (_, i) => referenceOf(this.txRef, i + 1)).includes(
      reference,
    );
  }

  /** Whether the gateway's transaction can be one of its charges', as far as that is known without asking the gateway. */
  mayHaveTransaction(transactionId: string): boolean {
    const known = this.creditedTransactions;
    return known.includes(transactionId) || known.length < this.attempts;
  }

  /** The intent of a charge, committed before the gateway is called. */
  beginCharge(request: { redirectUrl: string | null; requestKey: string | null }, now: Date): void {
    if (this.method === 'checkout') throw paidOnItsPage();
    if (this.status === 'successful') throw alreadyPaid();
    if (this.isOpen) throw chargeInProgress();
    this.status = depositStates.next(this.status, 'charge');
    this.attempts += 1;
    this.attemptStartedAt = now;
    this.redirectUrl = request.redirectUrl ?? this.redirectUrl;
    this.requestKey = request.requestKey;
    this.gwRef = this.authMode = this.failureReason = null;
    this.tries = 0;
    this.checkSoon(now);
  }

  /** The intent of answering the charge with a code. Counted before it is sent, so that guesses cannot run side by side. */
  submitCode(requestKey: string | null, now: Date): void {
    const takesCode = this.status === 'awaiting' && (this.authMode === 'pin' || this.authMode === 'otp');
    if (!takesCode) throw waitsForNoCode();
    this.status = depositStates.next(this.status, 'submit');
    this.tries += 1;
    this.requestKey = requestKey;
    this.checkSoon(now);
  }

  /** The gateway has taken the charge and waits for its buyer, or for its bank where `authMode` is null. */
  await(authMode: AuthMode | null, now: Date): void {
    if (this.status !== 'processing' || !authMode) return;
    this.authMode = authMode;
    this.status = depositStates.next(this.status, 'await');
    this.updatedAt = now;
  }

  /** The gateway may give the current charge another handle at each step: the newest counts. */
  isKnownAs(gwRef: string): void {
    this.gwRef = gwRef;
  }

  /** The gateway did not take the code; the charge waits for another, or is void after the last. */
  refuseCode(now: Date): void {
    if (this.status !== 'processing') return;
    if (this.tries >= MAX_TRIES) return this.fail('Too many wrong codes.', now);
    this.status = depositStates.next(this.status, 'await');
    this.updatedAt = now;
  }

  /** The current charge ended without money. */
  fail(reason: string, now: Date): void {
    if (!this.isOpen) return;
    this.checkAt = null;
    this.updatedAt = now;
    if (this.status === 'successful') return;
    this.status = depositStates.next(this.status, 'fail');
    this.failureReason = reason;
    const { id: depositId, txRef, reference, amount } = this;
    this.record(
      new DepositDeclined(this.id, this.ownerId, 'live', { depositId, txRef, reference, amount, reason }),
    );
  }

  /** The gateway refused to take the charge: the same request may try it again. */
  refuse(reason: string, now: Date): void {
    this.fail(reason, now);
    this.requestKey = null;
  }

  /**
   * Money arrived: credits what was confirmed, once per transaction. A second payment (an earlier charge that
   * succeeded late) is credited as well, as a transaction of its own.
   */
  confirm(payment: ConfirmedPayment, wallet: { walletId: string; accountId: string }, now: Date): void {
    if (this.creditedTransactions.includes(payment.transactionId)) return;
    const isFirst = this.status !== 'successful';
    this.creditedTransactions = [...this.creditedTransactions, payment.transactionId];
    if (payment.reference === this.reference) this.checkAt = null;
    this.updatedAt = now;
    if (isFirst) {
      this.status = depositStates.next(this.status, 'confirm');
      this.creditedMinor = payment.amount.minor;
      this.creditedCurrency = payment.amount.currency;
      this.failureReason = null;
      this.completedAt = now;
    }
    this.record(
      new DepositConfirmed(this.id, this.ownerId, 'live', {
        transactionId: isFirst ? this.id : uuidv7(now),
        txRef: this.txRef,
        gateway: payment.gateway,
        gatewayTransactionId: payment.transactionId,
        amount: payment.amount,
        wasSetAside: payment.wasSetAside ?? false,
        ...wallet,
      }),
    );
  }

  /**
   * Asked after, the gateway had no end to tell. Asks again after as long as the charge is old; gives up on a charge
   * that never arrived or that nobody finished. Should money come of it after all, it is credited all the same.
   */
  waitOn(answer: 'pending' | 'absent' | 'silence', now: Date): void {
    if (!this.isOpen) return;
    const ageSeconds = (now.getTime() - this.attemptStartedAt!.getTime()) / 1000;
    const patience = answer === 'absent' ? ABSENT_SECONDS : UNFINISHED_SECONDS;
    if (answer !== 'silence' && ageSeconds >= patience)
      return this.fail('The payment was not finished.', now);
    const pause = Math.min(Math.max(ageSeconds, FIRST_CHECK_SECONDS), MAX_PAUSE_SECONDS);
    this.checkAt = addSeconds(now, pause);
  }

  private checkSoon(now: Date): void {
    this.updatedAt = now;
    this.checkAt = addSeconds(now, FIRST_CHECK_SECONDS);
  }
}

function referenceOf(txRef: string, attempt: number): string {
  return attempt <= 1 ? txRef : `${txRef}-${attempt}`;
}

const REFERENCE = /^(dep_[0-9A-Za-z]{22})(?:-[1-9]\d{0,5})?$/;

/** The deposit's own reference, from that of any of its charges; null where it can be no deposit's. */
export function txRefOf(reference: string): string | null {
  return REFERENCE.exec(reference)?.[1] ?? null;
}
