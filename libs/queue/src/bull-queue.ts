import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import Bull, { type Queue } from 'bull';
import { Redis } from 'ioredis';
import { LocalRunner } from './local-runner';
import { QUEUES, type QueueName, type WakeHandler, WorkQueue } from './work-queue';

const PREFIX = '{payments}';
const CLOSE_MS = 1000;
/** A job that a dying process took along hides later wake-ups of its id for about as long. */
const LOCK_MS = 5000;

/**
 * The queue on Redis. A job leaves Redis before its handler starts, so that a wake-up that comes while the
 * handler runs makes a new job instead of being taken for the running one.
 */
export class BullQueue extends WorkQueue {
  private readonly logger = new Logger('WorkQueue');
  private readonly runner = new LocalRunner();
  private readonly connections: Redis[] = [];
  private readonly waiting: Redis[] = [];
  private readonly queues: Map<QueueName, Queue>;
  /** What is on its way to Redis, and whether it was asked for again meanwhile. */
  private readonly sending = new Map<string, boolean>();
  private reachable = true;
  private closed = false;

  constructor(private readonly redisUrl: string) {
    super();
    this.queues = new Map(QUEUES.map((name) => [name, this.open(name)]));
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
    for (const connection of this.waiting) connection.disconnect();
    await this.runner.close();
    // Without Redis, closing politely would take for ever.
    await Promise.race([closing, pause(CLOSE_MS, undefined, { ref: false })]);
    for (const connection of this.connections) connection.disconnect();
  }

  private open(name: QueueName): Queue {
    const queue = new Bull(name, {
      prefix: PREFIX,
      settings: { lockDuration: LOCK_MS, stalledInterval: LOCK_MS, retryProcessDelay: 500 },
      createClient: (type) => this.connect(type),
    });
    queue.on('error', (error) => this.unreachable(error));
    // It names its connection without heeding the outcome: a Redis that is away just then would end the process.
    Object.assign(queue, { setWorkerName: () => Promise.resolve() });
    queue.client.on('ready', () => (this.reachable = true));
    return queue;
  }

  /** Consumers wait for Redis to come back; a producer gives up at once, for a request waits behind it. */
  private connect(type: 'client' | 'subscriber' | 'bclient'): Redis {
    const connection = new Redis(this.redisUrl, {
      enableReadyCheck: false,
      disconnectTimeout: 200,
      ...(type === 'client'
        ? { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 500 }
        : { maxRetriesPerRequest: null }),
      retryStrategy: (times) => Math.min(times * 100, 2000),
    });
    connection.on('error', (error) => this.unreachable(error));
    this.connections.push(connection);
    if (type === 'bclient') this.waiting.push(connection);
    return connection;
  }

  private unreachable(error: Error): void {
    if (this.reachable && !this.closed)
      this.logger.warn(`Redis is away, sweepers find due work: ${error.message}`);
    this.reachable = false;
  }
}
