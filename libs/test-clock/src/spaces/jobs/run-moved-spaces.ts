import { Scheduled } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { AdvancingClocksStore } from '../advancing-clocks.store';
import { TestQuotasService } from '../../quotas/test-quotas.service';
import { SpaceSourcesService } from '../space-sources.service';

/**
 * Works on what falls due in spaces whose clock was moved and runs on. A frozen clock makes nothing due, and what falls due in
 * a space that may have no further events waits.
 */
@Injectable()
@Scheduled({ every: '15s', name: 'run test spaces with their own clock' })
export class RunMovedSpaces {
  constructor(
    private readonly clocks: AdvancingClocksStore,
    private readonly quotas: TestQuotasService,
    private readonly sources: SpaceSourcesService,
  ) {}

  /** Returns the number of items done. */
  async run(): Promise<number> {
    let done = 0;
    for (const { appId, ownerId, now } of await this.clocks.running()) {
      if (await this.quotas.isFull(appId, ownerId)) continue;
      for (const source of this.sources.inOrder) done += await source.runSpace(appId, now);
    }
    return done;
  }
}
