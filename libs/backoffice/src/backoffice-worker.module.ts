import { Module } from '@nestjs/common';
import { PurgeUnheldActions } from './approvals/jobs/purge-unheld-actions';
import { ReportWaitingWorkHandler } from './work/commands/report-waiting-work';
import { ResealSecrets } from './work/jobs/reseal-secrets';
import { ReportStaffWork } from './work/jobs/report-staff-work';
import { WaitingWorkQueries } from './work/waiting-work.queries';

/** What the scheduler does for staff. */
@Module({
  providers: [
    WaitingWorkQueries,
    ReportWaitingWorkHandler,
    ReportStaffWork,
    ResealSecrets,
    PurgeUnheldActions,
  ],
})
export class BackofficeWorkerModule {}
