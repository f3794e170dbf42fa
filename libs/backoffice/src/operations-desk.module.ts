import { Module } from '@nestjs/common';
import { AuditModule } from './audit.module';
import { RetryParkedEventHandler } from './commands/retry-parked-event';
import { RunJobHandler } from './commands/run-job';
import { DeliveriesQueries } from './deliveries/deliveries.queries';
import { ParkedEvents } from './deliveries/parked-events.queries';
import { BoardVisits } from './queues/board-visits.service';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoard } from './queues/queue-board.service';

/** What staff see of deliveries, queues and jobs. */
@Module({
  imports: [AuditModule],
  providers: [
    ...[DeliveriesQueries, ParkedEvents, RetryParkedEventHandler],
    ...[BoardVisits, DueWorkQueries, QueueBoard, RunJobHandler],
  ],
  exports: [DeliveriesQueries, ParkedEvents, BoardVisits, DueWorkQueries],
})
export class OperationsDeskModule {}
