import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type DomainEvent, type Money, randomInteger } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  PayoutCompleted,
  PayoutFailed,
  PayoutInitiated,
  PayoutPaidLate,
  PayoutPriced,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
  type PayoutTerms,
} from '../money/payout.money';
import { AfterEnd, type LaterChange, type LaterReport } from './after-end';
import { answerIn, deliveredIn, type InquiryOutcome, type SendingOutcome } from './provider-answer.policy';
import { ProviderRecord } from './provider-record';
import {
  CLAIM_SECONDS,
  DUE_SECONDS,
  firstQuestion,
  nextQuestion,
  nextWatch,
  RECHECK_SECONDS,
} from './withdrawal-schedule.policy';
import { type NewWithdrawal, WithdrawalTerms } from './withdrawal-terms';
import { PayoutLate, PayoutStopped, PayoutWaiting } from './withdrawal.events';
import { type WithdrawalStage, withdrawalStates, type WithdrawalStatus } from './withdrawal.states';

/** A withdrawal that is not answered for is sent twice at most, unless asking means sending. */
const MAX_SENDINGS = 2;
/** Why a withdrawal is held that was not sent before its owner was frozen. */
const OWNER_FROZEN = 'The account is frozen';
const NOT_BEGUN = 'The provider has not begun the payment for an hour; it may wait for an approval there';

/** What its claimer does: send it, ask about it, cancel it at the provider, or nothing. */
export type WithdrawalTask = 'send' | 'ask' | 'cancel' | 'none';

/** The class of an event that says more about a withdrawal than its terms. */
type PayoutEvent<More> = new (
  id: string,
  ownerId: string,
  mode: 'live',
  data: PayoutTerms & More,
) => DomainEvent;

/** Money on its way out of a wallet. It ends once; an answer that is not known is asked for and never assumed. */
@Entity('withdrawals')
export class Withdrawal extends Aggregate {
  /** The transaction in the history, its journal, and its reference at the provider. */
  @PrimaryColumn('uuid') id: string;
  /** The id on the wire beside the uuid. */
  @Column({ type: 'bigint', transformer: minorUnits, update: false }) number: bigint;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column(() => WithdrawalTerms, { prefix: false }) terms: WithdrawalTerms;
  @Column('text') status: WithdrawalStatus = withdrawalStates.initial;
  @Column('text') stage: WithdrawalStage = 'queued';
  /** When a process sends it or asks about it; null: nothing is to be done. */
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  /** Finance sends it at its rate, although the rate has moved. */
  @Column('boolean', { name: 'rate_accepted' }) rateAccepted = false;
  /** Times it was sent and may have been taken. */
  @Column('int') sendings = 0;
  @Column(() => ProviderRecord, { prefix: false }) provider = new ProviderRecord();
  @Column(() => AfterEnd, { prefix: false }) afterEnd = new AfterEnd();
  /** Why it failed, or why it is not under way; redacted. */
  @Column('text', { nullable: true }) reason: string | null = null;
  /** Under which finance completed it. */
  @Column('text', { name: 'settled_reference', nullable: true }) settledReference: string | null = null;
  /** When staff were alerted that it is late. */
  @Column('timestamptz', { name: 'alerted_at', nullable: true }) alertedAt: Date | null = null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('timestamptz', { name: 'processed_at', nullable: true }) processedAt: Date | null = null;
  @Column('int') override version = 0;

  /** Takes amount and fee from the wallet; a process sends it at once. */
  static initiate(given: NewWithdrawal, now: Date): Withdrawal {
    const withdrawal = new Withdrawal();
    withdrawal.id = given.id;
    withdrawal.number = randomInteger();
    withdrawal.ownerId = given.ownerId;
    withdrawal.terms = WithdrawalTerms.of(given);
    withdrawal.createdAt = withdrawal.dueAt = now;
    withdrawal.recordEvent(PayoutInitiated, {});
    return withdrawal;
  }

  get isEnded(): boolean {
    return this.stage === 'ended';
  }

  /** Held for no other reason than that its owner is frozen. */
  get waitsForOwner(): boolean {
    return this.stage === 'held' && this.reason === OWNER_FROZEN;
  }

  /** By when finance settles it. */
  get dueBy(): Date {
    return addSeconds(this.createdAt, DUE_SECONDS);
  }

  /** Takes it for one process for five minutes. `provider`: the one that serves its destination; null: none does. */
  claim(now: Date, provider: string | null): WithdrawalTask {
    if (this.dueAt === null || this.dueAt > now) return 'none';
    if (this.stage === 'sending') this.doubt(now);
    this.dueAt = addSeconds(now, CLAIM_SECONDS);
    if (this.stage === 'cancelling') return 'cancel';
    if (this.stage !== 'queued') return 'ask';
    if (this.terms.payoutMinor === null) return this.wait('held', 'There is no exchange rate');
    this.provider.name = provider;
    if (provider === null) return this.wait('manual', null);
    this.sendings += 1;
    this.stage = 'sending';
    return 'send';
  }

  /** Not sent now: the provider of its lane is paused, or the rate has moved against the service. */
  postpone(until: Date): void {
    this.dueAt = until;
  }

  hold(reason: string): void {
    this.wait('held', reason);
  }

  /** Its owner is frozen, so that it is not sent: it is looked at again at `until`, and finance may end it. */
  waitForOwner(until: Date): void {
    this.wait('held', OWNER_FROZEN);
    this.dueAt = until;
  }

  /** Its owner is not frozen, so that it waits for its turn again. */
  resume(): void {
    if (this.waitsForOwner) [this.stage, this.reason] = ['queued', null];
  }

  /** The outcome of sending number `attempt`, unless something else has ended it meanwhile. */
  recordSending(attempt: number, outcome: SendingOutcome, now: Date): void {
    const isOpen = this.stage === 'sending' || this.stage === 'doubtful';
    if (!isOpen || this.sendings !== attempt) return;
    switch (outcome.result) {
      case 'accepted':
        this.provider.noteOrder(outcome.providerId, outcome.fee);
        return this.underWay('sent', firstQuestion(now));
      case 'refused':
        // A provider refuses a repeated order that it took before, so only the first refusal says that it was not taken.
        return attempt === 1 ? this.fail(outcome.reason, now) : this.doubt(now);
      case 'not_now': {
        this.sendings -= 1;
        this.reason = outcome.reason;
        if (this.sendings > 0) return this.doubt(now);
        this.stage = 'queued';
        this.dueAt = outcome.until ?? addSeconds(now, RECHECK_SECONDS);
        return;
      }
      case 'unanswered':
        return this.doubt(now);
    }
  }

  /** The provider that may have it is not configured, so that only finance can learn what became of it. */
  missProvider(now: Date): void {
    this.recordReport({ result: 'unanswered' }, now);
    if (!this.isEnded) this.stopped('The provider that has it is not configured');
  }

  /**
   * What the provider says about it. While it is being sent, only final answers count. `isOwnerClosed`: whether its owner
   * has closed the account.
   */
  recordReport(outcome: InquiryOutcome, now: Date, isOwnerClosed = false): void {
    const { payout } = this.terms;
    if (payout === null) return;
    const answer = answerIn(outcome, payout);
    this.provider.noteAnswer(answer, now);
    if (outcome.result === 'found')
      this.provider.noteOrder(outcome.providerId, this.isEnded ? null : outcome.fee);
    if (this.isEnded) {
      const delivered = deliveredIn(outcome, payout.currency);
      return this.watch({ answer, delivered, status: this.status, isOwnerClosed }, now);
    }
    const reason = outcome.result === 'found' ? outcome.reason : null;
    if (answer === 'delivered') return this.complete(now);
    if (answer === 'failed' || answer === 'returned') return this.fail(this.failureOf(reason), now);
    if (this.stage === 'sending') return;
    const next = this.nextQuestion(now);
    switch (answer) {
      case 'unstarted':
        this.underWay('sent', next, this.reason);
        return this.awaitStart(now);
      case 'pending':
        return this.underWay('sent', next);
      case 'unclaimed':
      case 'held':
        return this.awaitRecipient(answer, next, now);
      case 'mismatch':
        return this.stopped('The provider pays another amount or another account than was ordered');
      case 'unknown':
        return this.stopped('The provider gives a status that is not known');
      case 'unanswered':
        this.dueAt = this.stage === 'stopped' ? null : next;
        return;
      case 'absent':
        if (outcome.result === 'send_again') return this.sendAgain(now);
        return this.absent(now);
    }
  }

  /**
   * An event of the provider reports a change, or finance wants to know; while it is being sent, its answer says more. A
   * stopped one is left to finance.
   */
  reported(now: Date, by: 'provider' | 'finance'): boolean {
    if (this.provider.name === null || this.stage === 'sending' || this.stage === 'queued') return false;
    if (this.stage === 'stopped' && by === 'provider') return false;
    this.dueAt = now;
    return true;
  }

  /** Finance confirms that it was delivered. */
  completeByHand(reference: string, now: Date): void {
    this.settledReference = reference;
    this.complete(now);
  }

  /** Finance ends it without delivery; what the recipient has not claimed is cancelled at the provider first. */
  failByHand(reason: string, now: Date): void {
    if (this.provider.freshAnswer(now) === 'unclaimed' && this.stage === 'waiting') {
      this.stage = 'cancelling';
      this.reason = reason;
      this.dueAt = now;
      return;
    }
    this.fail(reason, now);
  }

  /** Finance wants it looked at now; `price` is for one that waits for an exchange rate. */
  recheck(now: Date, price: { payout: Money; rate: string } | null): void {
    this.dueAt = now;
    if (this.isEnded) return;
    if (price && this.terms.payoutMinor === null) {
      this.terms.setPrice(price);
      this.recordEvent(PayoutPriced, { payout: price.payout });
    }
    if (this.stage === 'held') {
      this.rateAccepted ||= !this.waitsForOwner;
      this.stage = 'queued';
    }
    if (this.stage === 'stopped') this.stage = 'doubtful';
    this.provider.clearAbsences();
    this.reason = null;
  }

  /** Alerts staff once when finance has not settled it in time. */
  alert(now: Date): boolean {
    const { dueBy } = this;
    if (this.isEnded || this.alertedAt !== null || dueBy > now) return false;
    this.alertedAt = now;
    this.recordEvent(PayoutLate, { dueBy: dueBy.toISOString() });
    return true;
  }

  private complete(now: Date): void {
    this.process();
    this.status = withdrawalStates.next(this.status, 'complete');
    this.end(now, null);
    const payout = this.terms.payout!;
    this.recordEvent(PayoutCompleted, { payout, status: 'completed', providerFee: this.provider.fee });
  }

  private fail(reason: string, now: Date): void {
    this.status = withdrawalStates.next(this.status, 'fail');
    this.end(now, reason);
    this.recordEvent(PayoutFailed, { status: 'failed', reason });
  }

  private end(now: Date, reason: string | null): void {
    this.stage = 'ended';
    this.reason = reason;
    this.processedAt = now;
    this.dueAt = this.sendings > 0 ? nextWatch(this.terms.method, now, now) : null;
  }

  private absent(now: Date): void {
    const askAt = this.provider.noteAbsence(now, this.stage !== 'doubtful');
    if (askAt) return this.underWay('doubtful', askAt);
    if (this.sendings < MAX_SENDINGS) return this.sendAgain(now);
    this.stopped('The provider does not know it, and it was sent twice');
  }

  private sendAgain(now: Date): void {
    if (this.stage !== 'doubtful') {
      this.dueAt = this.stage === 'stopped' ? null : this.nextQuestion(now);
      return;
    }
    this.provider.clearAbsences();
    this.stage = 'queued';
    this.dueAt = now;
  }

  private awaitRecipient(cause: 'unclaimed' | 'held', next: Date, now: Date): void {
    const isNew = this.provider.noteWaiting(now);
    if (this.stage === 'cancelling') this.dueAt = next;
    else this.underWay('waiting', next);
    if (isNew) this.recordEvent(PayoutWaiting, { cause });
  }

  /** What finance gave as the reason for a cancellation, else the provider's reason. */
  private failureOf(reason: string | null): string {
    if (this.stage === 'cancelling' && this.reason !== null) return this.reason;
    return reason ?? 'The provider could not deliver it';
  }

  private doubt(now: Date): void {
    const isFirst = this.sendings <= 1;
    this.underWay('doubtful', isFirst ? firstQuestion(now) : this.nextQuestion(now));
  }

  private underWay(
    stage: WithdrawalStage,
    dueAt: Date,
    reason = stage === 'sent' ? null : this.reason,
  ): void {
    this.process();
    this.stage = stage;
    this.dueAt = dueAt;
    this.reason = reason;
  }

  private stopped(reason: string): void {
    const isKnown = this.stage === 'stopped' && this.reason === reason;
    this.wait('stopped', reason);
    if (!isKnown) this.alertOf(reason);
  }

  private wait(stage: 'held' | 'manual' | 'stopped', reason: string | null): 'none' {
    this.process();
    this.stage = stage;
    this.reason = reason;
    this.dueAt = null;
    return 'none';
  }

  private process(): void {
    if (this.status === 'pending') this.status = withdrawalStates.next(this.status, 'process');
  }

  private nextQuestion(now: Date): Date {
    return nextQuestion(this.terms.method, this.createdAt, now);
  }

  /** Alerts staff when the provider has not begun for an hour; the reason shows that they were. */
  private awaitStart(now: Date): void {
    if (!this.provider.noteUnstarted(now)) return;
    if (this.reason !== NOT_BEGUN) this.alertOf(NOT_BEGUN);
    this.reason = NOT_BEGUN;
  }

  /** The provider is asked again about an ended withdrawal. Its status stays. */
  private watch(report: LaterReport, now: Date): void {
    const { afterEnd, terms, processedAt } = this;
    const change = afterEnd.note(report, now);
    if (change !== null) this.recordChange(change, report);
    const isSetAside = change === 'return set aside';
    this.dueAt = isSetAside ? null : afterEnd.nextLook(report.answer, terms.method, processedAt!, now);
    if (afterEnd.hasOpenReturn && this.dueAt === null && !isSetAside)
      this.alertOf('The provider has reported that its money came back, and does not confirm it');
  }

  private recordChange(change: LaterChange, { delivered, status }: LaterReport): void {
    const { amount, payout } = this.terms;
    const returned = payout!;
    const number = this.afterEnd.returns;
    switch (change) {
      case 'return reported':
        return this.recordEvent(PayoutReturnReported, { returned, number });
      case 'return withdrawn':
        return this.recordEvent(PayoutReturnWithdrawn, { returned, number });
      case 'return credited':
        return this.recordEvent(PayoutReturned, { status: 'completed', returned, credited: amount });
      case 'return set aside':
        return this.alertOf('Its money came back, and its owner has closed the account: it stays set aside');
      case 'paid late':
        return this.recordEvent(PayoutPaidLate, { payout: delivered!, providerId: this.provider.orderId });
      case 'contradicted':
        return this.alertOf(`The provider's answer about it has changed since it was ${status}`);
    }
  }

  private alertOf(reason: string): void {
    this.recordEvent(PayoutStopped, { reason });
  }

  private recordEvent<More>(Event: PayoutEvent<More>, more: More): void {
    this.record(new Event(this.id, this.ownerId, 'live', { ...this.terms.ofEvent(this.id), ...more }));
  }
}
