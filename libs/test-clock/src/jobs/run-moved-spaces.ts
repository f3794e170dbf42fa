import { Inject, Injectable } from '@nestjs/common';
import { AdvancingClocks } from '../advancing-clocks.store';
import { SPACE_SOURCES, type SpaceSource } from '../space-source.port';

/** Works on what falls due in spaces whose clock was moved and runs on. A frozen clock makes nothing due. */
@Injectable()
export class RunMovedSpaces {
  constructor(
    private readonly clocks: AdvancingClocks,
    @Inject(SPACE_SOURCES) private readonly sources: readonly SpaceSource[],
  ) {}

  /** Returns the number of items done. */
  async run(): Promise<number> {
    let done = 0;
    for (const { appId, now } of await this.clocks.running())
      for (const source of this.sources) done += await source.runSpace(appId, now);
    return done;
  }
}
