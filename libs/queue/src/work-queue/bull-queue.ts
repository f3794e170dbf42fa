import { Logger } from '@nestjs/common';
import { within } from '@app/kernel';
import type { Queue, QueueOptions } from 'bull';
import { LocalRunner } from './local-runner';
import type { RedisConnections } from './redis-connections';
import { type QueueName, type WakeHandler, WorkQueue } from './work-queue';

const PREFIX = '{payments}';
const CLOSE_MS = 1000;
/** How long a job of a crashed process hides later wake-ups of its id, at most about. */
const LOCK_MS = 5000;

/** The Bull options of each queue. */
export function bullOptions(connections: RedisConnections): QueueOptions {
  return {
    prefix: PREFIX,
    settings: { lockDuration: LOCK_MS, stalledInterval: LOCK_MS, retryProcessDelay: 500 },
    createClient: (kind) => connections.open(kind),
  };
}

/**
 * The queue on Redis. A job is removed from Redis before its handler starts, so that a wake-up during the
 * handler makes a new job instead of being merged with the running one.
 */
export class BullQueue extends WorkQueue {
  private readonly logger = new Logger('WorkQueue');
  private readonly runner = new LocalRunner();
  private readonly queues: Map<QueueName, Queue>;
  /** Wake-ups being sent to Redis, and whether each was requested again meanwhile. */
  private readonly sending = new Map<string, boolean>();
  private reachable = true;
  private closed = false;

  /** Creates one Bull queue per name over the same connections. */
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
    // Waits until the queues have begun to close, because a connection that waits for jobs would otherwise get
    // one.
    await new Promise(setImmediate);
    this.connections.stopWaiting();
    await this.runner.close();
    // Without Redis, a graceful close would never end.
    await within(CLOSE_MS, closing, () => undefined);
    this.connections.end();
  }

  private adopt(queue: Queue): void {
    queue.on('error', (error) => this.unreachable(error));
    Object.assign(queue, {
      // The original ignores errors, so an unavailable Redis would end the process.
      setWorkerName: () => Promise.resolve(),
      // This class closes the queues with a time limit; the module would wait for Redis indefinitely.
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
