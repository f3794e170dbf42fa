import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import type { Logger } from 'pino';
import type { AttemptReport } from '../attempt-outcome';
import { CheckoutAttempts } from '../checkout-attempt.repository';
import { SettleAttempt } from '../flows/settle-attempt';
import { AT_ONCE } from '../../at-once';

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
    await this.eachOf(
      (limit, upTo) => this.attempts.toWatch(upTo, limit),
      () => true,
    );
    return this.eachOf((limit, upTo) => this.attempts.toAsk(upTo, limit), hasEnded);
  }

  private eachOf(due: DueList['due'], isDone: typeof hasEnded): Promise<number> {
    const work = async (id: string) => isDone(await this.settle.settle(id));
    return eachDue({ due, work, concurrency: AT_ONCE }, this.clock.now(), this.log);
  }
}

function hasEnded(report: AttemptReport | null): boolean {
  return report !== null && report.attempt !== 'calling' && report.attempt !== 'waiting';
}
