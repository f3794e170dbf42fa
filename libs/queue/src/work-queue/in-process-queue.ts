import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Coalesced } from '../runners/coalesced';
import { LocalRunner } from './local-runner';
import { PostgresChannel } from '../changes/postgres-channel';
import { type QueueName, type WakeHandler, WorkQueue } from './work-queue';

const CHANNEL = 'work_queue';
/** Wake-ups after the first are collected for this long and sent in one statement. */
const PAUSE_MS = 10;
const MAX_WAITING = 10_000;

/**
 * The queue without Redis: runs handlers of this process at once and wakes other processes through PostgreSQL.
 */
export class InProcessQueue extends WorkQueue {
  private readonly origin = randomUUID();
  private readonly runner = new LocalRunner();
  private readonly channel: PostgresChannel;
  private readonly outgoing = new Set<string>();
  private readonly flush = new Coalesced(() => this.send());
  private closed = false;

  constructor(databaseUrl: string) {
    super();
    this.channel = new PostgresChannel(databaseUrl, CHANNEL, { receive: (payload) => this.receive(payload) });
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
    // The units of a batch commit in one turn of the event loop.
    await nextTurn();
    if (this.outgoing.size === 0) return;
    const payloads = [...this.outgoing].map((wake) => `${this.origin} ${wake}`);
    this.outgoing.clear();
    // When PostgreSQL is unavailable, the sweepers find due work later.
    await this.channel.send(payloads).catch(() => undefined);
    if (!this.closed) await pause(PAUSE_MS);
  }

  private receive(payload: string): void {
    const [origin, queue, ...jobId] = payload.split(' ');
    if (origin !== this.origin) this.runner.start(queue as QueueName, jobId.join(' '));
  }
}
