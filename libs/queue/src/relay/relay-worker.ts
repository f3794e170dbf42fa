import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/write-path';
import { Clock } from '@app/kernel';
import { Coalesced } from '../runners/coalesced';
import { showBacklog } from './relay-metrics';
import { WorkQueue } from '../work-queue/work-queue';

const SWEEP_MS = 1000;
const MEASURE_MS = 15_000;

/**
 * Runs the relay when a commit wakes it, and every second in case the wake-up was lost. Its process must hold
 * the listeners of every lib: an event is relayed once, to those that are there.
 */
@Injectable()
export class RelayWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('OutboxRelay');
  private readonly relaying = new Coalesced(() => this.relay.drain());
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('outbox-relay', 1, () => this.quietly(this.run()));
    this.every(SWEEP_MS, () => this.run());
    void this.quietly(this.measure());
    this.every(MEASURE_MS, () => this.measure());
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.relay.stop();
    await this.relaying.settled();
  }

  /** Relays until nothing is due. */
  run(): Promise<void> {
    return this.relaying.run();
  }

  /** Brings the metrics of what waits up to date. */
  async measure(): Promise<void> {
    showBacklog(await this.relay.backlog(), this.clock.now());
  }

  private every(ms: number, work: () => Promise<void>): void {
    this.timers.push(setInterval(() => void this.quietly(work()), ms).unref());
  }

  /** The database is away: the rows are still there when it comes back. */
  private async quietly(work: Promise<void>): Promise<void> {
    await work.catch((error: Error) => this.logger.warn(`events wait: ${error.message}`));
  }
}
