import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/database';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../checkout-attempts';
import { CheckoutSessions } from '../checkout-sessions';
import { EndOverdueSession } from '../commands/end-overdue-session';
import { SettleAttempt } from '../flows/settle-attempt';
import { each } from './each';

const BATCH = 100;

/**
 * Ends sessions whose time is over. One that still waits for a buyer's step is asked after at the gateway first,
 * and given up where no money is there. Any number may run at once: what one ends, the others find ended.
 */
@Injectable()
export class ExpireSessions {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: CheckoutSessions,
    private readonly attempts: CheckoutAttempts,
    private readonly settle: SettleAttempt,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many sessions and attempts it ended. */
  async run(): Promise<number> {
    const now = this.clock.now();
    // Those that need no gateway first: it may be slow.
    return (await this.endDue(now)) + (await this.giveUpOverdue(now));
  }

  private async endDue(now: Date): Promise<number> {
    for (let ended = 0; ;) {
      const due = await this.sessions.due(now, BATCH);
      const endedNow = await each(due, this.log, (id) => this.commands.execute(new EndOverdueSession(id)));
      ended += endedNow;
      if (due.length < BATCH || endedNow === 0) return ended;
    }
  }

  private async giveUpOverdue(now: Date): Promise<number> {
    return each(await this.attempts.overdue(now, BATCH), this.log, async (id) => {
      const report = await this.settle.run(id, true);
      return report?.session !== 'processing';
    });
  }
}
