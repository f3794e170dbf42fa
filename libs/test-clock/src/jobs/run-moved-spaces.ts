import { Inject, Injectable } from '@nestjs/common';
import { AdvancingClocks } from '../advancing-clocks.store';
import { TestQuotas } from '../test-quotas.service';
import { SPACE_SOURCES, type SpaceSource } from '../space-source.port';

/**
 * Works on what falls due in spaces whose clock was moved and runs on. A frozen clock makes nothing due, and what falls due in
 * a space that may have no further events waits.
 */
@Injectable()
export class RunMovedSpaces {
  constructor(
    private readonly clocks: AdvancingClocks,
    private readonly quotas: TestQuotas,
    @Inject(SPACE_SOURCES) private readonly sources: readonly SpaceSource[],
  ) {}

  /** Returns the number of items done. */
  async run(): Promise<number> {
    let done = 0;
    for (const { appId, ownerId, now } of await this.clocks.running()) {
      if (await this.quotas.isFull(appId, ownerId)) continue;
      for (const source of this.sources) done += await source.runSpace(appId, now);
    }
    return done;
  }
}
