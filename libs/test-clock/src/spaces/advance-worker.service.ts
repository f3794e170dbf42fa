import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Sweeper, WorkQueue } from '@app/queue';
import { AdvancingClocksStore } from './advancing-clocks.store';
import { SpaceAdvanceService } from './space-advance.service';

const SWEEP_MS = 2000;
/** Spaces that one process advances at once. */
const AT_ONCE = 4;

/** Advances test clocks: at once when woken, and every two seconds those that an ended process left. */
@Injectable()
export class AdvanceWorkerService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeper: Sweeper;

  constructor(
    private readonly clocks: AdvancingClocksStore,
    private readonly spaces: SpaceAdvanceService,
    private readonly queue: WorkQueue,
  ) {
    const log = { logger: new Logger('TestClock'), what: 'test clock' };
    this.sweeper = new Sweeper(() => this.sweep(), { sweepMs: SWEEP_MS, ...log });
  }

  onApplicationBootstrap(): void {
    this.queue.process('test-clock', AT_ONCE, (appId) => this.spaces.advance(appId));
    this.sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.spaces.stop();
    await this.sweeper.stop();
  }

  private async sweep(): Promise<void> {
    for (const appId of await this.clocks.waiting()) this.queue.add('test-clock', appId);
  }
}
