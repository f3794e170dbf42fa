import { Injectable } from '@nestjs/common';
import { ChargeInquiryService, QuestionPaceService, type UnknownCharges } from '@app/charges';
import { DomainError } from '@app/kernel';
import { Commands } from '@app/write-path';
import { type AttemptOutcome, type AttemptReport, giveUp } from '../attempt-outcomes.service';
import type { CheckoutAttempt } from '../checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';
import { RecordOutcome } from '../commands/record-outcome';
import { WalletInquiryService } from '../wallet-inquiry.service';
import { SettleTransfers } from './settle-transfers';

/**
 * Asks the gateway for the outcome of an attempt and records it. Gateway events, the return from the bank and the
 * jobs only trigger the question; the outcome comes from the gateway's books alone.
 */
@Injectable()
export class SettleAttempt implements UnknownCharges {
  constructor(
    private readonly commands: Commands,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly inquiry: ChargeInquiryService,
    private readonly transfers: SettleTransfers,
    private readonly wallet: WalletInquiryService,
    private readonly sessions: CheckoutSessionRepository,
    private readonly pace: QuestionPaceService,
  ) {}

  /**
   * `givesUp`: a buyer's step that has not been taken by now is not waited for any longer. `transactionId`: what an
   * event named. Null: the outcome was known before.
   */
  async settle(
    attemptId: string,
    givesUp = false,
    transactionId: string | null = null,
  ): Promise<AttemptReport | null> {
    const attempt = await this.attempts.byId(attemptId);
    if (attempt.method === 'bank_transfer') return this.transfers.settle(attempt, givesUp, transactionId);
    if (attempt.isSettled) return null;
    const outcome = await this.ask(attempt, givesUp);
    return this.commands.execute(new RecordOutcome(attemptId, outcome));
  }

  /**
   * The same for a client, who may ask at will: one question a second per attempt. Where too many wait, nothing is
   * asked, and the session stays as it is.
   */
  async settleForClient(attemptId: string): Promise<void> {
    try {
      await this.pace.ask(`attempt ${attemptId}`, 'outcome', () => this.settle(attemptId));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'GATEWAY_ERROR')) throw error;
    }
  }

  due(now: Date, limit: number): Promise<string[]> {
    return this.attempts.toAsk(now, limit);
  }

  async resolve(id: string): Promise<boolean> {
    const report = await this.settle(id);
    return report !== null && report.attempt !== 'calling' && report.attempt !== 'waiting';
  }

  private async ask(attempt: CheckoutAttempt, givesUp: boolean): Promise<AttemptOutcome> {
    if (attempt.method === 'extwallet')
      return this.wallet.about(attempt, await this.sessions.byId(attempt.checkoutSessionId), givesUp);
    const outcome = await this.inquiry.about(attempt);
    return givesUp ? giveUp(outcome, attempt) : outcome;
  }
}
