import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue } from '@app/queue';
import type { Logger } from 'pino';
import { CheckoutAttempts } from '../../attempts/checkout-attempt.repository';
import { CheckoutSessions } from '../checkout-session.repository';
import { EndOverdueSession } from '../commands/end-overdue-session';
import { SettleAttempt } from '../../attempts/flows/settle-attempt';
import { AT_ONCE } from '../../at-once';

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
    return (await this.endDue(now)) + (await this.abandonOverdue(now));
  }

  private endDue(now: Date): Promise<number> {
    const due = (limit: number) => this.sessions.due(now, limit);
    const work = (id: string) => this.commands.execute(new EndOverdueSession(id));
    return eachDue({ due, work, atOnce: AT_ONCE }, this.log);
  }

  private abandonOverdue(now: Date): Promise<number> {
    const due = (limit: number) => this.attempts.overdue(now, limit);
    const work = async (id: string) => (await this.settle.settle(id, true))?.session !== 'processing';
    return eachDue({ due, work, atOnce: AT_ONCE }, this.log);
  }
}
