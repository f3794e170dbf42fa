import { appDataSourceOptions, poolOf } from '@app/database';
import { SystemClock } from '@app/kernel';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { GroupCommitter } from '../../libs/database/src/group-committer';
import type { Scene } from '../support/figures';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { addBatch, batchScript } from '../support/posting-script';
import type { Server } from '../support/server';
import { randomPair, transferWork } from '../support/transfers';

const DATABASE = 'bench_engine';
const IN_FLIGHT = 256;

/** The engine without HTTP: the group committer, against pgbench posting batches that were prepared beforehand. */
export async function engineScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const script = await batchScript(server, DATABASE);
  await server.settle(DATABASE);
  const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
  await dataSource.initialize();
  const engine = new GroupCommitter(poolOf(dataSource), new SystemClock());

  return {
    variants: [
      {
        figures: ['engine'],
        measure: async (seconds) => [await transfersPerSecond(engine, seconds)],
      },
      {
        figures: ['pgbench-batches'],
        missing: pgbenchMissing(),
        async measure(seconds) {
          const batches = Math.ceil(seconds * 40);
          for (let i = 0; i < batches; i++) {
            await addBatch(server, DATABASE, Array.from({ length: IN_FLIGHT }, randomPair));
          }
          const url = server.urlOf(DATABASE);
          const rate = await pgbench({ url, script, clients: 1, length: { transactions: batches } });
          return [rate * IN_FLIGHT];
        },
      },
    ],
    async close() {
      await dataSource.destroy();
      await server.drop(DATABASE);
    },
  };
}

/** Keeps `IN_FLIGHT` transfers under way. */
async function transfersPerSecond(engine: GroupCommitter, seconds: number): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  const keepPaying = async () => {
    while (performance.now() < end) {
      const outcome = await engine.commit(transferWork(...randomPair()));
      if (outcome.kind !== 'committed') throw new Error(`a transfer was refused: ${outcome.kind}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, keepPaying));
  return (done * 1000) / (performance.now() - began);
}
