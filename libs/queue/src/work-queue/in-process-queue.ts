import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Coalesced } from '../runners/coalesced';
import { LocalRunner } from '../runners/local-runner';
import { PostgresChannel } from '../changes/postgres-channel';
import { type QueueName, type WakeHandler, WorkQueue } from './work-queue';

const CHANNEL = 'work_queue';
/** The first wake-up leaves at once; under load one statement every so often carries the rest. */
const PAUSE_MS = 10;
const MAX_WAITING = 10_000;

/** The queue without Redis: handlers of this process run at once, other processes hear of it through PostgreSQL. */
export class InProcessQueue extends WorkQueue {
  private readonly origin = randomUUID();
  private readonly runner = new LocalRunner();
  private readonly channel: PostgresChannel;
  private readonly outgoing = new Set<string>();
  private readonly flush = new Coalesced(() => this.send());
  private closed = false;

  constructor(databaseUrl: string) {
    super();
    this.channel = new PostgresChannel(databaseUrl, CHANNEL, { receive: (payload) => this.hear(payload) });
  }

  add(queue: QueueName, jobId: string): void {
    if (this.closed) return;
    if (this.runner.handles(queue)) return this.runner.start(queue, jobId);
    if (this.outgoing.size >= MAX_WAITING) return;
    this.outgoing.add(`${queue} ${jobId}`);
    void this.flush.run();
  }

  process(queue: QueueName, concurrency: number, handler: WakeHandler): void {
    this.runner.process(queue, concurrency, handler);
    void this.channel.listen();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.runner.close();
    await this.flush.settled();
    await this.channel.close();
  }

  private async send(): Promise<void> {
    if (this.outgoing.size === 0) return;
    const payloads = [...this.outgoing].map((wake) => `${this.origin} ${wake}`);
    this.outgoing.clear();
    // PostgreSQL away: the sweepers find what is due once it is back.
    await this.channel.send(payloads).catch(() => undefined);
    if (!this.closed) await pause(PAUSE_MS);
  }

  private hear(payload: string): void {
    const [origin, queue, ...jobId] = payload.split(' ');
    if (origin !== this.origin) this.runner.start(queue as QueueName, jobId.join(' '));
  }
}
