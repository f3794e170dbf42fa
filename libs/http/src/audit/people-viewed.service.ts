import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger';
import { ReportPeopleViewed } from './commands/report-people-viewed';
import { MAX_PEOPLE_VIEWED, PeopleViewedQueries } from './people-viewed.queries';

/** Alerts administrators of a member of staff who views the records of many people. */
@Injectable()
export class PeopleViewedService {
  constructor(
    private readonly queries: PeopleViewedQueries,
    private readonly commands: Commands,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Counts after the audit entry has committed, so that the last of several processes counts the entries of all. A
   * failure is logged and does not fail the read; the next view counts again.
   */
  async check(staffId: string): Promise<void> {
    try {
      if ((await this.queries.countUnreported(staffId)) <= MAX_PEOPLE_VIEWED) return;
      await this.commands.execute(new ReportPeopleViewed(staffId));
    } catch (error) {
      this.logger.error({ err: error, staffId }, 'people viewed were not counted');
    }
  }
}
