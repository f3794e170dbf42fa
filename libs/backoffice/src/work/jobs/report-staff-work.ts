import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import { ReportWaitingWork } from '../commands/report-waiting-work';
import { WaitingWorkQueries } from '../waiting-work.queries';

/** Notifies each role of new reviews and held actions, in one notification for all that arrived since the last run. */
@Injectable()
@Scheduled({ every: '30m', name: 'notify staff of new reviews and approvals' })
export class ReportStaffWork {
  constructor(
    private readonly queries: WaitingWorkQueries,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of roles that were notified. */
  async run(): Promise<number> {
    let reported = 0;
    for (const work of await this.queries.all(this.clock.now()))
      if (await this.commands.execute(new ReportWaitingWork(work))) reported += 1;
    return reported;
  }
}
