import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '@app/config';
import { DataSource } from 'typeorm';
import { Commands } from './commands/commands';
import { CommitSignal } from './events/commit-signal';
import { appDataSourceOptions } from './data-source';
import { requireDurability } from './durability';
import { GroupCommitter } from './commit/group-committer';
import { IdempotencyKeys } from './commands/idempotency';
import { PurgeIdempotencyKeys } from './jobs/purge-idempotency-keys';
import { PurgeOutbox } from './jobs/purge-outbox';
import { Listeners } from './events/listeners';
import { POSTGRES_POOL, poolOf } from './pool';
import { TransactionCommitter } from './commit/transaction-committer';
import { requireTransactionOrder } from './transaction-order';
import { UnitOfWork } from './work/unit-of-work';

/** The connection, the write path and the outbox. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        CqrsModule.forRoot(),
        DiscoveryModule,
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => appDataSourceOptions(config),
        }),
      ],
      providers: [
        {
          provide: POSTGRES_POOL,
          inject: [DataSource, Config],
          useFactory: async (dataSource: DataSource, config: Config) => {
            await requireDurability(dataSource, config.isProduction);
            await requireTransactionOrder(dataSource);
            return poolOf(dataSource);
          },
        },
        ...[
          UnitOfWork,
          Commands,
          GroupCommitter,
          TransactionCommitter,
          IdempotencyKeys,
          Listeners,
          CommitSignal,
          PurgeIdempotencyKeys,
          PurgeOutbox,
        ],
      ],
      exports: [
        CqrsModule,
        POSTGRES_POOL,
        UnitOfWork,
        Commands,
        IdempotencyKeys,
        Listeners,
        CommitSignal,
        PurgeIdempotencyKeys,
        PurgeOutbox,
      ],
    };
  }
}
