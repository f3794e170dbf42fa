import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONCURRENCY } from '@app/charges';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../../attempts/checkout-attempt.repository';
import { CheckoutSessions } from '../checkout-session.repository';
import { EndOverdueSession } from '../commands/end-overdue-session';
import { SettleAttempt } from '../../attempts/flows/settle-attempt';

/**
 * Ends sessions whose time is over. One that still waits for a buyer's step is asked after at the gateway first,
 * and given up where no money is there. Any number may run at once: what one ends, the others find ended.
 */
@Injectable()
export class ExpireSessions {
  private readonly overdueSessions: DueList = {
    due: (limit, upTo) => this.sessions.due(upTo, limit),
    work: (id) => this.commands.execute(new EndOverdueSession(id)),
    concurrency: GATEWAY_CONCURRENCY,
  };
  private readonly overdueAttempts: DueList = {
    due: (limit, upTo) => this.attempts.overdue(upTo, limit),
    work: async (id) => (await this.settle.settle(id, true))?.session !== 'processing',
    concurrency: GATEWAY_CONCURRENCY,
  };

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
    const ended = await eachDue(this.overdueSessions, now, this.log);
    return ended + (await eachDue(this.overdueAttempts, now, this.log));
  }
}
