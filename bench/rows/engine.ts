import { Committer } from '../support/committer';
import type { Scene, Variant } from '../support/figures';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { addBatch, batchScript } from '../support/posting-script';
import type { Server } from '../support/server';
import { randomPair } from '../support/transfers';
import { withoutCounting } from '../support/uncounted-posting';

const DATABASE = 'bench_engine';
const UNCOUNTED = 'bench_engine_uncounted';
const IN_FLIGHT = 256;
const BATCHES_PER_SECOND = 40;

/**
 * The group committer without HTTP, compared with pgbench that posts prepared batches, and with a posting function that
 * counts no daily limits.
 */
export async function engineScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const script = await batchScript(server, DATABASE);
  await server.settle(DATABASE);
  const committer = await Committer.connect(server, DATABASE);
  const databases = [DATABASE];
  const committers = [committer];

  const uncounted = (): Variant => {
    let other: Committer;
    return {
      figures: ['engine-uncounted'],
      async prepare() {
        await settlePeople(await server.create(UNCOUNTED));
        databases.push(UNCOUNTED);
        await withoutCounting(server, UNCOUNTED);
        await server.settle(UNCOUNTED);
        committers.push((other = await Committer.connect(server, UNCOUNTED)));
      },
      measure: async (seconds) => [await other.rate(IN_FLIGHT, seconds)],
    };
  };

  return {
    variants: [
      {
        figures: ['engine'],
        measure: async (seconds) => [await committer.rate(IN_FLIGHT, seconds)],
      },
      uncounted(),
      {
        figures: ['pgbench-batches'],
        missing: pgbenchMissing(),
        async measure(seconds) {
          const batches = Math.ceil(seconds * BATCHES_PER_SECOND);
          for (let i = 0; i < batches; i++) {
            await addBatch(
              server,
              DATABASE,
              Array.from({ length: IN_FLIGHT }, () => randomPair()),
            );
          }
          const url = config.env.DATABASE_URL;
          const rate = await pgbench({ url, script, clients: 1, length: { transactions: batches } });
          return [rate * IN_FLIGHT];
        },
      },
    ],
    async close() {
      for (const one of committers) await one.close();
      for (const database of databases) await server.drop(database);
    },
  };
}
