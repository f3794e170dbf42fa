import { Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { Commands } from '@app/write-path';
import { ClaimWithdrawal } from '../commands/claim-withdrawal';
import { RecordReport } from '../commands/record-report';
import { RecordSending } from '../commands/record-sending';
import { PayoutSendingsService } from '../payout-sendings.service';
import type { InquiryOutcome } from '../provider-answer.policy';
import type { ClaimedWithdrawal } from '../withdrawal-routes.service';

/**
 * Sends one due withdrawal or asks about it: the claim is committed, the provider is called outside of a transaction, and
 * the outcome is committed. A call without an answer is recorded as such.
 */
@Injectable()
export class DispatchWithdrawal {
  constructor(
    private readonly commands: Commands,
    private readonly sendings: PayoutSendingsService,
  ) {}

  /** Whether there was something to do. */
  async dispatch(id: string): Promise<boolean> {
    const claimed = await this.commands.execute(new ClaimWithdrawal(id));
    if (!claimed) return false;
    const { task, attempt } = claimed;
    if (task === 'send') {
      const { provider, order } = claimed;
      const outcome = await this.sendings.send(provider, order, attempt);
      await this.commands.execute(new RecordSending(id, attempt, outcome));
      await this.sendings.note(provider, outcome);
    } else {
      const outcome = await (task === 'cancel' ? this.cancel(claimed) : this.ask(claimed));
      await this.commands.execute(new RecordReport(id, outcome));
    }
    return true;
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
}

async function answered<T>(call: () => Promise<T>): Promise<T | { result: 'unanswered' }> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknown) return { result: 'unanswered' };
    throw error;
  }
}
