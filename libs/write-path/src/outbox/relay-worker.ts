import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Sweeper, WorkQueue } from '@app/queue';
import { OutboxRelay } from './outbox-relay';
import { publishBacklog } from './relay-metrics';

const SWEEP_MS = 1000;
const MEASURE_MS = 15_000;

/**
 * Runs the relay when a commit wakes it, and every second in case a wake-up was lost. Its process must contain
 * the event handlers of every lib, because an event is relayed once, to the handlers that are present.
 */
@Injectable()
export class RelayWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly relaying: Sweeper;
  private readonly measuring: Sweeper;

  constructor(
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
  ) {
    const log = { logger: new Logger('OutboxRelay'), what: 'event relay' };
    this.relaying = new Sweeper(() => this.relay.drain(), { sweepMs: SWEEP_MS, ...log });
    this.measuring = new Sweeper(() => this.measure(), { sweepMs: MEASURE_MS, ...log });
  }

  onApplicationBootstrap(): void {
    this.queue.process('outbox-relay', 1, () => this.relaying.wake());
    this.relaying.start();
    this.measuring.start();
    void this.measuring.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.relay.stop();
    await Promise.all([this.relaying.stop(), this.measuring.stop()]);
  }

  /** Relays until nothing is due. */
  run(): Promise<void> {
    return this.relaying.run();
  }

  /** Updates the metrics of the backlog. */
  async measure(): Promise<void> {
    publishBacklog(await this.relay.backlog(), this.clock.now());
  }
}
