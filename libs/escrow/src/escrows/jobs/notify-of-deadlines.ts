import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import type { Logger } from 'pino';
import { MarkDeadlinePassed } from '../commands/mark-deadline-passed';
import { EscrowRepository } from '../escrow.repository';

/**
 * Notifies the parties of escrows whose deadline has passed, once each. Any number of these jobs may run at
 * once. Test escrows of apps with a test clock are recorded as overdue, without notifications.
 */
@Injectable()
@Scheduled({ every: '1m', name: 'notify of escrows past their deadline' })
@FollowsTestClock({ order: 7 })
export class NotifyOfDeadlines implements SpaceSource {
  readonly kind = 'escrow_deadline';

  constructor(
    private readonly commands: Commands,
    private readonly escrows: EscrowRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of escrows whose parties were notified. */
  run(): Promise<number> {
    return this.mark(this.clock.now(), (limit, upTo) => this.escrows.overdue(upTo, limit));
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.mark(upTo, (limit) => this.escrows.overdueOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.escrows.nextDeadline(appId, after);
  }

  private mark(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.commands.execute(new MarkDeadlinePassed(id));
    return eachDue({ due, work }, upTo, this.log);
  }
}
