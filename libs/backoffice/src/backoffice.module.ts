import { Module } from '@nestjs/common';
import { RetryParkedEventHandler } from './parked-events/commands/retry-parked-event';
import { ParkedEvents } from './parked-events/parked-events.queries';
import { BoardVisits } from './queues/board-visits.service';
import { OpenBoardHandler } from './queues/commands/open-board';
import { RunJobHandler } from './queues/commands/run-job';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoard } from './queues/queue-board.service';
import { UsersQueries } from './users/users.queries';

/** The work of staff: people's accounts, the queues and their board, the scheduler's jobs, and parked events. */
@Module({
  providers: [
    ...[ParkedEvents, RetryParkedEventHandler],
    ...[BoardVisits, DueWorkQueries, QueueBoard, OpenBoardHandler, RunJobHandler],
    UsersQueries,
  ],
  exports: [ParkedEvents, BoardVisits, DueWorkQueries, UsersQueries],
})
export class BackofficeModule {}
