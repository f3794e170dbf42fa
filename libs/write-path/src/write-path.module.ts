import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { Commands } from './commands/commands';
import { GroupCommitter } from './commit/group-committer';
import { TransactionCommitter } from './commit/transaction-committer';
import { EventHandlers } from './events/event-handlers';
import { OutboxPublisher } from './events/outbox-publisher';
import { IdempotencyKeys } from './idempotency/idempotency-keys';
import { PurgeIdempotencyKeys } from './idempotency/jobs/purge-idempotency-keys';
import { PurgeOutbox } from './outbox/jobs/purge-outbox';
import { CountLimits } from './unit-of-work/count-limits';
import { UnitOfWork } from './unit-of-work/unit-of-work';

/** Commands, their commit, idempotency keys, events and the outbox. */
@Global()
@Module({})
export class WritePathModule {
  static forRoot(): DynamicModule {
    return {
      module: WritePathModule,
      imports: [CqrsModule.forRoot(), DiscoveryModule],
      providers: [
        UnitOfWork,
        CountLimits,
        Commands,
        GroupCommitter,
        TransactionCommitter,
        IdempotencyKeys,
        EventHandlers,
        OutboxPublisher,
        PurgeIdempotencyKeys,
        PurgeOutbox,
      ],
      exports: [CqrsModule, UnitOfWork, CountLimits, Commands, IdempotencyKeys, EventHandlers],
    };
  }
}
