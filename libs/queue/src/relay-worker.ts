import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/database';
import { Coalesced } from './coalesced';
import { WorkQueue } from './work-queue';

const SWEEP_MS = 1000;

/**
 * Runs the relay when a commit wakes it, and every second in case the wake-up was lost. Its process must hold
 * the listeners of every lib: an event is relayed once, to those that are there.
 */
@Injectable()
export class RelayWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('OutboxRelay');
  private readonly relaying = new Coalesced(() => this.relay.drain());
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('outbox-relay', 1, () => this.run());
    this.sweep = setInterval(() => void this.run(), SWEEP_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    this.relay.stop();
    await this.relaying.settled();
  }

  private async run(): Promise<void> {
    try {
      await this.relaying.run();
    } catch (error) {
      this.logger.warn(`events wait: ${(error as Error).message}`);
    }
  }
}
