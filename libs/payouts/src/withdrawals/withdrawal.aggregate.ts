import { addSeconds, type Money } from '@app/kernel';
import { Entity } from 'typeorm';
import { PayoutCompleted, PayoutFailed, PayoutInitiated, PayoutPriced } from '../money/payout.money';
import { OverdueWithdrawal } from './overdue-withdrawal.aggregate';
import { answerIn, deliveredIn, type InquiryOutcome, type SendingOutcome } from './provider-answer.policy';
import {
  CLAIM_SECONDS,
  firstQuestion,
  nextQuestion,
  nextWatch,
  RECHECK_SECONDS,
} from './withdrawal-schedule.policy';
import { PayoutStopped, PayoutWaiting } from './withdrawal.events';
import { type NewWithdrawal, OWNER_FROZEN } from './withdrawal-record.aggregate';
import { type WithdrawalStage, withdrawalStates } from './withdrawal.states';

/** A withdrawal that is not answered for is sent twice at most, unless asking means sending. */
const MAX_SENDINGS = 2;

/** What its claimer does: send it, ask about it, cancel it at the provider, or nothing. */
export type WithdrawalTask = 'send' | 'ask' | 'cancel' | 'none';

/** Money on its way out of a wallet. It ends once; an answer that is not known is asked for and never assumed. */
@Entity('withdrawals')
export class Withdrawal extends OverdueWithdrawal {
  /** Takes amount and fee from the wallet; a process sends it at once. */
  static initiate(given: NewWithdrawal, now: Date): Withdrawal {
    const withdrawal = new Withdrawal();
    withdrawal.begin(given, now);
    withdrawal.record(new PayoutInitiated(withdrawal.id, withdrawal.ownerId, 'live', withdrawal.terms));
    return withdrawal;
  }

  /** Takes it for one process for five minutes. `provider`: the one that serves its destination; null: none does. */
  claim(now: Date, provider: string | null): WithdrawalTask {
    if (this.dueAt === null || this.dueAt > now) return 'none';
    if (this.stage === 'sending') this.doubt(now);
    this.dueAt = addSeconds(now, CLAIM_SECONDS);
    if (this.stage === 'cancelling') return 'cancel';
    if (this.stage !== 'queued') return 'ask';
    if (this.payout === null) return this.wait('held', 'There is no exchange rate');
    this.provider = provider;
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
        this.providerId = outcome.providerId ?? this.providerId;
        this.setProviderFee(outcome.fee);
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
    if (this.payout === null) return;
    const answer = answerIn(outcome, this.payout);
    this.lastAnswer = answer;
    this.answeredAt = now;
    if (outcome.result === 'found') {
      this.providerId = outcome.providerId ?? this.providerId;
      this.setProviderFee(outcome.fee);
    }
    if (this.isEnded) return this.watch(answer, deliveredIn(outcome), now, isOwnerClosed);
    const reason = outcome.result === 'found' ? outcome.reason : null;
    if (answer === 'delivered') return this.complete(now);
    if (answer === 'failed' || answer === 'returned') return this.fail(this.failureOf(reason), now);
    if (this.stage === 'sending') return;
    const next = nextQuestion(this.method, this.createdAt, now);
    switch (answer) {
      case 'unstarted':
        this.underWay('sent', next, this.reason);
        return this.awaitStart(now);
      case 'pending':
        return this.underWay('sent', next);
      case 'unclaimed':
      case 'held':
        return this.awaitRecipient(answer, next);
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
    if (this.provider === null || this.stage === 'sending' || this.stage === 'queued') return false;
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
    if (this.freshAnswer(now) === 'unclaimed' && this.stage === 'waiting') {
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
    if (price && this.payoutMinor === null) {
      this.payoutMinor = price.payout.minor;
      this.rate = price.rate;
      this.record(new PayoutPriced(this.id, this.ownerId, 'live', { ...this.terms, payout: price.payout }));
    }
    if (this.stage === 'held') {
      this.rateAccepted ||= !this.waitsForOwner;
      this.stage = 'queued';
    }
    if (this.stage === 'stopped') this.stage = 'doubtful';
    this.absences = 0;
    this.absentAt = null;
    this.reason = null;
  }

  private complete(now: Date): void {
    this.process();
    this.status = withdrawalStates.next(this.status, 'complete');
    this.end(now, null);
    const { terms, payout, providerFee } = this;
    const data = { ...terms, payout: payout!, status: 'completed' as const, providerFee };
    this.record(new PayoutCompleted(this.id, this.ownerId, 'live', data));
  }

  private fail(reason: string, now: Date): void {
    this.status = withdrawalStates.next(this.status, 'fail');
    this.end(now, reason);
    this.record(new PayoutFailed(this.id, this.ownerId, 'live', { ...this.terms, status: 'failed', reason }));
  }

  private end(now: Date, reason: string | null): void {
    this.stage = 'ended';
    this.reason = reason;
    this.processedAt = now;
    this.dueAt = this.sendings > 0 ? nextWatch(this.method, now, now) : null;
  }

  private absent(now: Date): void {
    const isFirst = this.absentAt === null || this.stage !== 'doubtful';
    if (!isFirst && now < addSeconds(this.absentAt!, RECHECK_SECONDS)) {
      this.dueAt = addSeconds(this.absentAt!, RECHECK_SECONDS);
      return;
    }
    this.absences = isFirst ? 1 : this.absences + 1;
    if (this.absences < 2) {
      this.absentAt = now;
      return this.underWay('doubtful', addSeconds(now, RECHECK_SECONDS));
    }
    if (this.sendings < MAX_SENDINGS) return this.sendAgain(now);
    this.stopped('The provider does not know it, and it was sent twice');
  }

  private sendAgain(now: Date): void {
    if (this.stage !== 'doubtful') {
      this.dueAt = this.stage === 'stopped' ? null : nextQuestion(this.method, this.createdAt, now);
      return;
    }
    this.absences = 0;
    this.absentAt = null;
    this.stage = 'queued';
    this.dueAt = now;
  }

  private awaitRecipient(cause: 'unclaimed' | 'held', next: Date): void {
    const isNew = this.waitingAt === null;
    this.waitingAt ??= this.answeredAt;
    if (this.stage === 'cancelling') this.dueAt = next;
    else this.underWay('waiting', next);
    if (isNew) this.record(new PayoutWaiting(this.id, this.ownerId, 'live', { ...this.terms, cause }));
  }

  /** What finance gave as the reason for a cancellation, else the provider's reason. */
  private failureOf(reason: string | null): string {
    if (this.stage === 'cancelling' && this.reason !== null) return this.reason;
    return reason ?? 'The provider could not deliver it';
  }

  private doubt(now: Date): void {
    const isFirst = this.sendings <= 1;
    this.underWay('doubtful', isFirst ? firstQuestion(now) : nextQuestion(this.method, this.createdAt, now));
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
    if (isKnown) return;
    this.record(new PayoutStopped(this.id, this.ownerId, 'live', { ...this.terms, reason }));
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

  private setProviderFee(fee: Money | null): void {
    // A fee of nothing is booked no more than an unknown one.
    if (this.isEnded || !fee || fee.isZero) return;
    this.providerFeeMinor = fee.minor;
    this.providerFeeCurrency = fee.currency;
  }
}
