import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Config } from '@app/config';
import type { Queue } from 'bull';
import { BullQueue, bullOptions } from './work-queue/bull-queue';
import { InProcessQueue } from './work-queue/in-process-queue';
import { ChangeNotifier } from './changes/change-notifier';
import { RedisConnections } from './work-queue/redis-connections';
import { QUEUES, WorkQueue } from './work-queue/work-queue';

/**
 * One queue per process: Bull where REDIS_URL is set, PostgreSQL notifications otherwise.
 */
@Global()
@Module({})
export class QueueModule {
  static forRoot({ env }: Config): DynamicModule {
    return env.REDIS_URL
      ? onRedis(new RedisConnections(env.REDIS_URL))
      : moduleOf([inProcess, { provide: BULL_QUEUES, useValue: [] }]);
  }
}

const inProcess: Provider = {
  provide: WorkQueue,
  inject: [Config],
  useFactory: ({ env }: Config) => new InProcessQueue(env.DATABASE_URL),
};

/** The queues on Redis, for the queue board; empty without Redis. */
export const BULL_QUEUES = Symbol('bull-queues');

function onRedis(connections: RedisConnections): DynamicModule {
  const all: Provider = {
    provide: BULL_QUEUES,
    inject: QUEUES.map((name) => getQueueToken(name)),
    useFactory: (...queues: Queue[]) => queues,
  };
  const bull: Provider = {
    provide: WorkQueue,
    inject: QUEUES.map((name) => getQueueToken(name)),
    useFactory: (...queues: Queue[]) => new BullQueue(queues, connections),
  };
  const queues = QUEUES.map((name) => ({ name, ...bullOptions(connections) }));
  return moduleOf([bull, all], BullModule.registerQueue(...queues));
}

function moduleOf(queues: Provider[], ...imports: DynamicModule[]): DynamicModule {
  const providers = [...queues, ChangeNotifier];
  return { module: QueueModule, imports, providers, exports: [WorkQueue, BULL_QUEUES, ChangeNotifier] };
}
