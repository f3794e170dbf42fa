import { Module } from '@nestjs/common';
import { AuditEntries } from './audit/audit-entries.queries';
import { AuditExport } from './audit/audit-export.service';
import { RetryParkedEventHandler } from './parked-events/commands/retry-parked-event';
import { ParkedEvents } from './parked-events/parked-events.queries';
import { BoardVisits } from './queues/board-visits.service';
import { OpenBoardHandler } from './queues/commands/open-board';
import { RunJobHandler } from './queues/commands/run-job';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoard } from './queues/queue-board.service';

/** Operations for staff: the queues and their board, the scheduler's jobs, parked events, and the audit log. */
@Module({
  providers: [
    ...[AuditEntries, AuditExport],
    ...[ParkedEvents, RetryParkedEventHandler],
    ...[BoardVisits, DueWorkQueries, QueueBoard, OpenBoardHandler, RunJobHandler],
  ],
  exports: [AuditEntries, AuditExport, ParkedEvents, BoardVisits, DueWorkQueries],
})
export class BackofficeModule {}
