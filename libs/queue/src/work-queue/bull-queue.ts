import { Logger } from '@nestjs/common';
import { within } from '@app/kernel';
import type { Queue, QueueOptions } from 'bull';
import { LocalRunner } from '../runners/local-runner';
import type { RedisConnections } from './redis-connections';
import { type QueueName, type WakeHandler, WorkQueue } from './work-queue';

const PREFIX = '{payments}';
const CLOSE_MS = 1000;
/** A job that a dying process took along hides later wake-ups of its id for about as long. */
const LOCK_MS = 5000;

/** How each of our queues is set up on Redis. */
export function bullOptions(connections: RedisConnections): QueueOptions {
  return {
    prefix: PREFIX,
    settings: { lockDuration: LOCK_MS, stalledInterval: LOCK_MS, retryProcessDelay: 500 },
    createClient: (kind) => connections.open(kind),
  };
}

/**
 * The queue on Redis. A job leaves Redis before its handler starts, so that a wake-up that comes while the
 * handler runs makes a new job instead of being taken for the running one.
 */
export class BullQueue extends WorkQueue {
  private readonly logger = new Logger('WorkQueue');
  private readonly runner = new LocalRunner();
  private readonly queues: Map<QueueName, Queue>;
  /** What is on its way to Redis, and whether it was asked for again meanwhile. */
  private readonly sending = new Map<string, boolean>();
  private reachable = true;
  private closed = false;

  /** One Bull queue per name, set up with `bullOptions` over the same connections. */
  constructor(
    queues: readonly Queue[],
    private readonly connections: RedisConnections,
  ) {
    super();
    connections.onError = (error) => this.unreachable(error);
    for (const queue of queues) this.adopt(queue);
    this.queues = new Map(queues.map((queue) => [queue.name as QueueName, queue]));
  }

  add(queue: QueueName, jobId: string): void {
    const bull = this.queues.get(queue)!;
    const key = `${queue} ${jobId}`;
    if (this.closed || bull.client.status !== 'ready') return;
    if (this.sending.has(key)) return void this.sending.set(key, true);
    this.sending.set(key, false);
    void bull
      .add({}, { jobId, removeOnComplete: true, removeOnFail: true })
      .catch((error: Error) => this.unreachable(error))
      .finally(() => {
        const again = this.sending.get(key);
        this.sending.delete(key);
        if (again) this.add(queue, jobId);
      });
  }

  process(queue: QueueName, concurrency: number, handler: WakeHandler): void {
    this.runner.process(queue, concurrency, handler);
    const bull = this.queues.get(queue)!;
    bull.on('completed', (job) => this.runner.start(queue, String(job.id)));
    bull
      .process(concurrency, () => this.runner.vacancy(queue))
      .catch((error: Error) => this.unreachable(error));
  }

  async close(): Promise<void> {
    this.closed = true;
    const closing = Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    // Once the queues know that they close: a connection that still waits for jobs would be handed one.
    await new Promise(setImmediate);
    this.connections.stopWaiting();
    await this.runner.close();
    // Without Redis, closing politely would take for ever.
    await within(CLOSE_MS, closing, () => undefined);
    this.connections.end();
  }

  private adopt(queue: Queue): void {
    queue.on('error', (error) => this.unreachable(error));
    Object.assign(queue, {
      // It names its connection without heeding the outcome: a Redis that is away just then would end the process.
      setWorkerName: () => Promise.resolve(),
      // Closing is ours, with a limit: the module's own would wait for Redis for ever.
      onApplicationShutdown: undefined,
    });
    queue.client.on('ready', () => (this.reachable = true));
  }

  private unreachable(error: Error): void {
    if (this.reachable && !this.closed)
      this.logger.warn(`Redis is away, sweepers find due work: ${error.message}`);
    this.reachable = false;
  }
}
