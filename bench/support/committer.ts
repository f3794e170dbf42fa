import { appDataSourceOptions, poolOf } from '@app/database';
import { SystemClock } from '@app/kernel';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { GroupCommitter } from '../../libs/write-path/src/commit/group-committer';
import type { Server } from './server';
import { randomPair, transferWork } from './transfers';

const PREPARED_PER_SECOND = 10_000;

/** The product's group committer in this process, under a constant load. */
export class Committer {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly engine: GroupCommitter,
  ) {}

  static async connect(server: Server, database: string): Promise<Committer> {
    const dataSource = new DataSource(appDataSourceOptions(server.configOf(database)) as DataSourceOptions);
    await dataSource.initialize();
    return new Committer(dataSource, new GroupCommitter(poolOf(dataSource), new SystemClock()));
  }

  /**
   * Measures transfers per second between `people` accounts with a constant number of concurrent transfers. The
   * units of work are prepared in advance.
   */
  async rate(inFlight: number, seconds: number, people?: number): Promise<number> {
    const works = Array.from({ length: Math.ceil(seconds * PREPARED_PER_SECOND) }, () =>
      transferWork(...randomPair(people)),
    );
    const count = works.length;
    const began = performance.now();
    const keepPaying = async () => {
      for (let work = works.pop(); work; work = works.pop()) {
        const { kind } = await this.engine.commit(work);
        if (kind !== 'committed') throw new Error(`a transfer was refused: ${kind}`);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, keepPaying));
    return (count * 1000) / (performance.now() - began);
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }
}
