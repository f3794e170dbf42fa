import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../checkout-attempts';
import { SettleAttempt } from '../flows/settle-attempt';
import { each } from './each';

const BATCH = 100;

/**
 * Asks the gateway about attempts whose outcome nobody told us (a lost answer, a lost event, a buyer who went away),
 * and about account numbers that may still be paid into.
 */
@Injectable()
export class ResolveUnknownAttempts {
  constructor(
    private readonly attempts: CheckoutAttempts,
    private readonly settle: SettleAttempt,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many attempts came to an end. */
  async run(): Promise<number> {
    const now = this.clock.now();
    await each(await this.attempts.toWatch(now, BATCH), this.log, async (id) => {
      await this.settle.run(id);
      return true;
    });
    return this.askAll(now);
  }

  /** Everything that is due: an outage of the gateway leaves more than a batch behind. */
  private async askAll(now: Date): Promise<number> {
    const asked = new Set<string>();
    let ended = 0;
    for (;;) {
      const due = await this.attempts.toAsk(now, BATCH);
      ended += await each(due, this.log, async (id) => {
        const report = await this.settle.run(id);
        return report !== null && report.attempt !== 'calling' && report.attempt !== 'waiting';
      });
      // What failed is due still, and would be asked about for ever.
      if (due.length < BATCH || due.some((id) => asked.has(id))) return ended;
      for (const id of due) asked.add(id);
    }
  }
}
