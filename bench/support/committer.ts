import { appDataSourceOptions, poolOf } from '@app/database';
import { SystemClock } from '@app/kernel';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { GroupCommitter } from '../../libs/database/src/group-committer';
import type { Server } from './server';
import { randomPair, transferWork } from './transfers';

/** The product's group committer in this process, under a steady load. */
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

  /** Transfers per second with so many under way at any time. */
  async rate(inFlight: number, seconds: number): Promise<number> {
    const began = performance.now();
    const end = began + seconds * 1000;
    let done = 0;
    const keepPaying = async () => {
      while (performance.now() < end) {
        const { kind } = await this.engine.commit(transferWork(...randomPair()));
        if (kind !== 'committed') throw new Error(`a transfer was refused: ${kind}`);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, keepPaying));
    return (done * 1000) / (performance.now() - began);
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }
}
