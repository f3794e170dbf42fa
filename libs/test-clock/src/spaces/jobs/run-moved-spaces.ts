import { Scheduled } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { AdvancingClocks } from '../advancing-clocks.store';
import { TestQuotas } from '../../quotas/test-quotas.service';
import { SpaceSources } from '../space-sources.service';

/**
 * Works on what falls due in spaces whose clock was moved and runs on. A frozen clock makes nothing due, and what falls due in
 * a space that may have no further events waits.
 */
@Injectable()
@Scheduled({ every: '15s', name: 'run test spaces with their own clock' })
export class RunMovedSpaces {
  constructor(
    private readonly clocks: AdvancingClocks,
    private readonly quotas: TestQuotas,
    private readonly sources: SpaceSources,
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
