import { type AuthMode, Charge, type ChargeOutcome, type ChargeStatus } from '@app/charges';
import { minorUnits } from '@app/database';
import { Aggregate, type Currency, Money, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { alreadyPaid, chargeInProgress, paidOnItsPage, waitsForNoCode } from './deposit.errors';
import { DepositDeclined } from './deposit.events';
import { type DepositStatus, STATUS_OF_CHARGE } from './deposit.states';
import { DepositConfirmed } from '../money/deposit.money';

export type DepositMethod = 'gateway' | 'checkout';

/** No bank lets a buyer think longer. */
const UNFINISHED_MS = 24 * 3600_000;

const nullable = { nullable: true };

export interface NewDeposit {
  ownerId: string;
  amount: Money;
  method: DepositMethod;
  redirectUrl: string | null;
  now: Date;
}

/** Money that a gateway confirms. */
export interface ConfirmedPayment {
  /** Of the charge it came by. */
  reference: string;
  gateway: string;
  transactionId: string;
  /** The gateway's newest handle of that charge, where the deposit itself was charged. */
  gwRef?: string;
  amount: Money;
  /** It is booked already, as money that came too late. */
  wasSetAside?: boolean;
}

/**
 * An owner's request to put money into their wallet by card. It may be charged several times, one charge after the
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
  /** Handles of earlier steps of the current charge, which callers may still use. */
  @Column('text', { name: 'earlier_gw_refs', array: true }) earlierGwRefs: string[];
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

  constructor(opened?: NewDeposit) {
    super();
    if (!opened) return;
    const { ownerId, amount, method, redirectUrl, now } = opened;
    this.id = uuidv7(now);
    this.txRef = `dep_${randomAlphanumeric(22)}`;
    this.ownerId = ownerId;
    this.method = method;
    this.currency = amount.currency;
    this.amountMinor = amount.minor;
    this.redirectUrl = redirectUrl;
    this.status = 'pending';
    this.attempts = this.tries = 0;
    this.attemptStartedAt = this.requestKey = this.gwRef = this.authMode = this.checkAt = null;
    this.failureReason = this.completedAt = this.creditedCurrency = this.creditedMinor = null;
    this.creditedTransactions = [];
    this.earlierGwRefs = [];
    this.createdAt = this.updatedAt = now;
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

  /** The current charge; only its own methods say what may become of it. */
  get charge(): Charge {
    const {
      requestKey,
      gwRef,
      earlierGwRefs,
      authMode,
      tries,
      failureReason: failure,
      checkAt: askAt,
    } = this;
    const startedAt = this.attemptStartedAt ?? this.createdAt;
    return new Charge({
      status: this.chargeStatus,
      startedAt,
      requestKey,
      gwRef,
      earlierGwRefs,
      authMode,
      tries,
      failure,
      askAt,
    });
  }

  /** The intent of a charge, committed before the gateway is called. */
  beginCharge(request: { redirectUrl: string | null; requestKey: string | null }, now: Date): void {
    if (this.method === 'checkout') throw paidOnItsPage();
    if (this.status === 'successful') throw alreadyPaid();
    if (this.isOpen) throw chargeInProgress();
    this.attempts += 1;
    this.redirectUrl = request.redirectUrl ?? this.redirectUrl;
    this.keep(Charge.begin(request.requestKey, now), now);
  }

  /** The intent of answering the charge with a code. */
  submitCode(requestKey: string | null, now: Date): void {
    if (!this.charge.takesCode) throw waitsForNoCode();
    this.keep(this.charge.submitCode(requestKey, now), now);
  }

  /** What became of the current charge, short of money; whether that changed anything. Only money changes one that has ended. */
  applyOutcome(outcome: Exclude<ChargeOutcome, { kind: 'paid' }>, now: Date): boolean {
    if (!this.isOpen) return false;
    const isCalling = this.charge.status === 'calling';
    if ((outcome.kind === 'waiting' || outcome.kind === 'code-refused') && !isCalling) return false;
    const charge = this.chargeAfter(outcome, now);
    this.keep(charge, now);
    if (charge.status !== 'failed' || this.status === 'successful') return true;
    const { id: depositId, txRef, reference, amount } = this;
    const reason = charge.failure!;
    this.record(
      new DepositDeclined(this.id, this.ownerId, 'live', { depositId, txRef, reference, amount, reason }),
    );
    return true;
  }

  /**
   * Money arrived: credits what was confirmed, once per transaction. A second payment (an earlier charge that
   * succeeded late) is credited as well, as a transaction of its own.
   */
  confirm(payment: ConfirmedPayment, wallet: { walletId: string; accountId: string }, now: Date): void {
    if (this.creditedTransactions.includes(payment.transactionId)) return;
    const isFirst = this.status !== 'successful';
    this.creditedTransactions = [...this.creditedTransactions, payment.transactionId];
    if (payment.reference === this.reference) {
      if (payment.gwRef) this.keepHandles(this.charge.knownAs(payment.gwRef));
      this.checkAt = null;
    }
    this.updatedAt = now;
    if (isFirst) {
      this.status = 'successful';
      this.creditedMinor = payment.amount.minor;
      this.creditedCurrency = payment.amount.currency;
      this.failureReason = null;
      this.completedAt = now;
    }
    this.record(
      new DepositConfirmed(this.id, this.ownerId, 'live', {
        kind: 'card',
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

  /** Money arrived for an owner who has closed the account: it goes back, and the current charge ends. */
  turnAway(payment: Pick<ConfirmedPayment, 'reference'>, now: Date): void {
    if (payment.reference !== this.reference || !this.isOpen) return;
    this.keep(this.charge.fail('The account is closed; the payment goes back'), now);
  }

  private chargeAfter(outcome: Exclude<ChargeOutcome, { kind: 'paid' }>, now: Date): Charge {
    const { charge } = this;
    switch (outcome.kind) {
      case 'waiting':
        return charge.wait(outcome, now);
      case 'failed':
        if (outcome.gatewayStatus === 'rejected') return charge.reject(outcome.reason);
        return charge.fail(outcome.reason, outcome.gwRef);
      case 'code-refused':
        return charge.refuseCode(now);
      case 'unknown':
        return (outcome.gwRef === undefined ? charge : charge.knownAs(outcome.gwRef)).askNow(now);
      case 'pending':
        return this.unlessOverdue(charge.knownAs(outcome.gwRef), now);
      case 'not-found':
        return charge.isNotFound(now) ? charge.fail(outcome.reason) : this.unlessOverdue(charge, now);
      case 'silent':
        return charge.askLater(now);
    }
  }

  /** A deposit has no end of its own: a charge is given up where a gateway that answers knows no end of it after a day. */
  private unlessOverdue(charge: Charge, now: Date): Charge {
    const isOverdue = now.getTime() - charge.startedAt.getTime() >= UNFINISHED_MS;
    return isOverdue ? charge.fail('The payment was not finished') : charge.askLater(now);
  }

  private keep(charge: Charge, now: Date): void {
    if (this.status !== 'successful') {
      this.status = STATUS_OF_CHARGE[charge.status];
      this.failureReason = charge.failure;
    }
    this.attemptStartedAt = charge.startedAt;
    this.requestKey = charge.requestKey;
    this.keepHandles(charge);
    this.authMode = charge.authMode;
    this.tries = charge.tries;
    this.checkAt = charge.askAt;
    this.updatedAt = now;
  }

  private keepHandles({ gwRef, earlierGwRefs }: Charge): void {
    this.gwRef = gwRef;
    this.earlierGwRefs = [...earlierGwRefs];
  }

  /** A deposit that an earlier charge paid may have a later one whose end is not known. */
  private get chargeStatus(): ChargeStatus {
    if (this.status === 'awaiting') return 'waiting';
    if (this.status === 'failed') return 'failed';
    return this.status === 'successful' && !this.isOpen ? 'succeeded' : 'calling';
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
