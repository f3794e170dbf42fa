import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '@app/config';
import { DataSource } from 'typeorm';
import { appDataSourceOptions } from './data-source';
import { DueTimeService } from './due-time.service';
import { requireDurability } from './durability';
import { POSTGRES_POOL, poolOf } from './pool';
import { SealedColumnsService } from './sealed-columns.service';
import { requireTransactionOrder } from './transaction-order';

/** The connection to PostgreSQL: the data source of TypeORM and its pool. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => appDataSourceOptions(config),
        }),
      ],
      providers: [
        SealedColumnsService,
        DueTimeService,
        {
          provide: POSTGRES_POOL,
          inject: [DataSource, Config],
          useFactory: async (dataSource: DataSource, config: Config) => {
            await requireDurability(dataSource, config.isProduction);
            await requireTransactionOrder(dataSource);
            return poolOf(dataSource);
          },
        },
      ],
      exports: [POSTGRES_POOL, SealedColumnsService, DueTimeService],
    };
  }
}
