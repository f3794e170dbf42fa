import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { StaffWorkWaiting } from '@app/accounts';
import { Clock, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { type WaitingWork, WaitingWorkQueries } from '../waiting-work.queries';

/** Notifies staff of a role of what waits for them. Returns false where nothing has arrived since the last report. */
export class ReportWaitingWork extends Command<boolean> {
  constructor(readonly work: WaitingWork) {
    super();
  }
}

@CommandHandler(ReportWaitingWork)
export class ReportWaitingWorkHandler implements ICommandHandler<ReportWaitingWork> {
  constructor(
    private readonly queries: WaitingWorkQueries,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ work: { role, reviews, approvals, latest } }: ReportWaitingWork): Promise<boolean> {
    const until = await this.queries.reportedUntil(role);
    if (latest === null || (until !== null && latest <= until)) return false;
    // Where another process reports first, the command starts over and finds nothing new.
    this.unit.stage({
      sql: `INSERT INTO staff_work_reports AS r (role, reported_until) VALUES ($1, $2)
            ON CONFLICT (role) DO UPDATE SET reported_until = $2 WHERE r.reported_until = $3`,
      parameters: [role, latest, until],
      expectedRows: 1,
    });
    const id = uuidv7(this.clock.now());
    this.eventBus.publish(new StaffWorkWaiting(id, id, 'live', { role, reviews, approvals }));
    return true;
  }
}
