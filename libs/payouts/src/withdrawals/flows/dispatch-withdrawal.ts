import { Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { addSeconds, Clock } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { SendResult } from '../../providers/payout-provider.port';
import { AlertOfPausedProvider } from '../commands/alert-of-paused-provider';
import { ClaimWithdrawal } from '../commands/claim-withdrawal';
import { RecordReport } from '../commands/record-report';
import { RecordSending } from '../commands/record-sending';
import { PayoutLanesStore } from '../payout-lanes.store';
import type { InquiryOutcome, SendingOutcome } from '../provider-answer.policy';
import type { ClaimedWithdrawal } from '../withdrawal-routes.service';

/** How long a provider is left alone when our key is refused or its float is empty. */
const PAUSE_SECONDS = 600;

/**
 * Sends one due withdrawal or asks about it: the claim is committed, the provider is called outside of a transaction, and
 * the outcome is committed. A call without an answer is recorded as such.
 */
@Injectable()
export class DispatchWithdrawal {
  constructor(
    private readonly commands: Commands,
    private readonly lanes: PayoutLanesStore,
    private readonly clock: Clock,
  ) {}

  /** Whether there was something to do. */
  async dispatch(id: string): Promise<boolean> {
    const claimed = await this.commands.execute(new ClaimWithdrawal(id));
    if (!claimed) return false;
    const { task, attempt } = claimed;
    if (task === 'send') {
      const outcome = await this.send(claimed);
      await this.commands.execute(new RecordSending(id, attempt, outcome));
      await this.note(claimed, outcome);
    } else {
      const outcome = await (task === 'cancel' ? this.cancel(claimed) : this.ask(claimed));
      await this.commands.execute(new RecordReport(id, outcome));
    }
    return true;
  }

  private async send({ provider, order, attempt }: ClaimedWithdrawal): Promise<SendingOutcome> {
    return answered(() => provider.send(order, attempt));
  }

  private ask({ provider, order, providerId }: ClaimedWithdrawal): Promise<InquiryOutcome> {
    return answered(() => provider.ask(order, providerId));
  }

  /** Whatever the provider answers to the cancellation, the payout itself says what became of it. */
  private async cancel(claimed: ClaimedWithdrawal): Promise<InquiryOutcome> {
    const { provider, providerId } = claimed;
    if (providerId !== null) await answered(async () => ({ result: await provider.cancel(providerId) }));
    return this.ask(claimed);
  }

  /** Keeps the provider's lane: its pauses and its sendings without an answer. */
  private async note({ provider: { name } }: ClaimedWithdrawal, outcome: SendingOutcome): Promise<void> {
    if (outcome.result === 'unanswered') return this.lanes.unanswered(name);
    await this.lanes.answered(name);
    if (outcome.result === 'not_now') await this.pause(name, outcome);
  }

  private async pause(name: string, outcome: SendResult & { result: 'not_now' }): Promise<void> {
    const { cause, until, reason } = outcome;
    await this.lanes.pause(name, until ?? addSeconds(this.clock.now(), PAUSE_SECONDS), reason);
    // A limit of requests passes by itself.
    if (cause !== 'rate_limited') await this.commands.execute(new AlertOfPausedProvider(name, cause, reason));
  }
}

async function answered<T>(call: () => Promise<T>): Promise<T | { result: 'unanswered' }> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknown) return { result: 'unanswered' };
    throw error;
  }
}
