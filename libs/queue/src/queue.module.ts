import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from '@app/config';
import { BullQueue } from './bull-queue';
import { InProcessQueue } from './in-process-queue';
import { WakeRelay } from './wake-relay';
import { WorkQueue } from './work-queue';

/** One queue per process: Bull where REDIS_URL is set, else PostgreSQL's notifications. Every commit wakes the relay. */
@Global()
@Module({})
export class QueueModule {
  static forRoot(): DynamicModule {
    return {
      module: QueueModule,
      providers: [
        {
          provide: WorkQueue,
          inject: [Config],
          useFactory: ({ env }: Config) =>
            env.REDIS_URL ? new BullQueue(env.REDIS_URL) : new InProcessQueue(env.DATABASE_URL),
        },
        WakeRelay,
      ],
      exports: [WorkQueue],
    };
  }
}
