import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONCURRENCY } from '@app/charges';
import { Commands } from '@app/write-path';
import { DueTimeService } from '@app/database';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import type { Logger } from 'pino';
import { CheckoutAttemptRepository } from '../attempts/checkout-attempt.repository';
import { CheckoutSessionRepository } from '../sessions/checkout-session.repository';
import { EndOverdueSession } from '../sessions/commands/end-overdue-session';
import { SettleAttempt } from '../attempts/flows/settle-attempt';

/**
 * Ends sessions whose time is over. One that still waits for a buyer's step is asked after at the gateway first,
 * and given up where no money is there. Any number may run at once: what one ends, the others find ended.
 */
@Injectable()
@Scheduled({ every: '15s', name: 'expire checkout sessions' })
@FollowsTestClock({ order: 1 })
export class ExpireSessions implements SpaceSource {
  readonly kind = 'session_expired';

  constructor(
    private readonly commands: Commands,
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly settle: SettleAttempt,
    private readonly clock: Clock,
    private readonly dueTime: DueTimeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many sessions and attempts it ended. */
  async run(): Promise<number> {
    return this.end(await this.dueTime.earlierOf(this.clock.now()), {
      sessions: (limit, upTo) => this.sessions.due(upTo, limit),
      attempts: (limit, upTo) => this.attempts.overdue(upTo, limit),
    });
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.end(upTo, {
      sessions: (limit) => this.sessions.dueOfApp(appId, upTo, limit),
      attempts: (limit) => this.attempts.overdueOfApp(appId, upTo, limit),
    });
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.sessions.nextExpiry(appId, after);
  }

  private async end(upTo: Date, due: Record<'sessions' | 'attempts', DueList['due']>): Promise<number> {
    const sessions: DueList = {
      due: due.sessions,
      work: (id) => this.commands.execute(new EndOverdueSession(id)),
      concurrency: GATEWAY_CONCURRENCY,
    };
    const attempts: DueList = {
      due: due.attempts,
      work: async (id) => (await this.settle.settle(id, true))?.session !== 'processing',
      concurrency: GATEWAY_CONCURRENCY,
    };
    // Those that need no gateway first: it may be slow.
    const ended = await eachDue(sessions, upTo, this.log);
    return ended + (await eachDue(attempts, upTo, this.log));
  }
}
