import { Module } from '@nestjs/common';
import { KycFiles } from './kyc/kyc-files.service';
import { RecentSignIns } from './kyc/recent-sign-in.queries';
import { RetryParkedEventHandler } from './parked-events/commands/retry-parked-event';
import { ParkedEvents } from './parked-events/parked-events.queries';
import { BoardVisits } from './queues/board-visits.service';
import { OpenBoardHandler } from './queues/commands/open-board';
import { RunJobHandler } from './queues/commands/run-job';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoard } from './queues/queue-board.service';

/** Work of staff: the queues and their board, the scheduler's jobs, parked events, and reviews of documents. */
@Module({
  providers: [
    ...[ParkedEvents, RetryParkedEventHandler],
    ...[BoardVisits, DueWorkQueries, QueueBoard, OpenBoardHandler, RunJobHandler],
    ...[KycFiles, RecentSignIns],
  ],
  exports: [ParkedEvents, BoardVisits, DueWorkQueries, KycFiles],
})
export class BackofficeModule {}
