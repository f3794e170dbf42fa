import { Logger } from '@nestjs/common';
import type { QueueName, WakeHandler } from './work-queue';

/** Runs handlers in this process: at most `concurrency` at once, and never two for the same id. */
export class LocalRunner {
  private readonly lanes = new Map<QueueName, Lane>();

  process(queue: QueueName, concurrency: number, handler: WakeHandler): void {
    if (this.lanes.has(queue)) throw new Error(`${queue} is processed already`);
    this.lanes.set(queue, new Lane(queue, concurrency, handler));
  }

  handles(queue: QueueName): boolean {
    return this.lanes.has(queue);
  }

  start(queue: QueueName, jobId: string): void {
    this.lanes.get(queue)?.add(jobId);
  }

  /** Resolves when the queue could start another handler at once. */
  async vacancy(queue: QueueName): Promise<void> {
    await this.lanes.get(queue)?.vacancy();
  }

  async close(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
  }
}

class Lane {
  private readonly logger = new Logger('WorkQueue');
  private readonly waiting = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private closed = false;

  constructor(
    private readonly queue: QueueName,
    private readonly concurrency: number,
    private readonly handler: WakeHandler,
  ) {}

  add(jobId: string): void {
    if (this.closed) return;
    this.waiting.add(jobId);
    this.fill();
  }

  async vacancy(): Promise<void> {
    while (this.running.size >= this.concurrency) await Promise.race(this.running.values());
  }

  async close(): Promise<void> {
    this.closed = true;
    this.waiting.clear();
    await Promise.all(this.running.values());
  }

  private fill(): void {
    for (const jobId of this.waiting) {
      if (this.running.size >= this.concurrency) return;
      if (this.running.has(jobId)) continue;
      this.waiting.delete(jobId);
      this.running.set(jobId, this.handle(jobId));
    }
  }

  private async handle(jobId: string): Promise<void> {
    try {
      // Deferred, so that adding a wake-up does not run the handler in the caller.
      await Promise.resolve().then(() => this.handler(jobId));
    } catch (error) {
      this.logger.error(`${this.queue} ${jobId}: ${(error as Error).message}`, (error as Error).stack);
    }
    this.running.delete(jobId);
    this.fill();
  }
}
