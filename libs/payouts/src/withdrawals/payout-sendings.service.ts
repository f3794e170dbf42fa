import { Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { addSeconds, Clock } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { PayoutOrder, PayoutProvider, SendResult } from '../providers/payout-provider.port';
import { AlertOfPausedProvider } from './commands/alert-of-paused-provider';
import { PayoutLanesStore } from './payout-lanes.store';
import type { SendingOutcome } from './provider-answer.policy';

/** How long a provider is left alone when our key is refused or its float is empty. */
const PAUSE_SECONDS = 600;

/** Sends orders to providers, and keeps the pauses of a provider that does not take them. */
@Injectable()
export class PayoutSendingsService {
  constructor(
    private readonly commands: Commands,
    private readonly lanes: PayoutLanesStore,
    private readonly clock: Clock,
  ) {}

  /** When the provider takes an order; null: now. */
  nextTurn(provider: PayoutProvider): Promise<Date | null> {
    return this.lanes.nextTurn(provider);
  }

  async send(provider: PayoutProvider, order: PayoutOrder, attempt: number): Promise<SendingOutcome> {
    try {
      return await provider.send(order, attempt);
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return { result: 'unanswered' };
      throw error;
    }
  }

  /** Keeps the provider's lane: its pauses and its sendings without an answer. */
  async note({ name }: PayoutProvider, outcome: SendingOutcome): Promise<void> {
    if (outcome.result === 'unanswered') return this.lanes.unanswered(name);
    await this.lanes.answered(name);
    if (outcome.result !== 'not_now') return;
    const { cause, reason } = outcome;
    await this.lanes.pause(name, this.resumesAt(outcome), reason);
    // A limit of requests passes by itself.
    if (cause !== 'rate_limited') await this.commands.execute(new AlertOfPausedProvider(name, cause, reason));
  }

  /** When a provider that takes nothing now is sent the next order. */
  resumesAt({ until }: SendResult & { result: 'not_now' }): Date {
    return until ?? addSeconds(this.clock.now(), PAUSE_SECONDS);
  }
}
