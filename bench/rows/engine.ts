import { Committer } from '../support/committer';
import type { Scene } from '../support/figures';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { addBatch, batchScript } from '../support/posting-script';
import type { Server } from '../support/server';
import { randomPair } from '../support/transfers';

const DATABASE = 'bench_engine';
const IN_FLIGHT = 256;
const BATCHES_PER_SECOND = 40;

/** The group committer without HTTP, compared with pgbench that posts prepared batches. */
export async function engineScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const script = await batchScript(server, DATABASE);
  await server.settle(DATABASE);
  const committer = await Committer.connect(server, DATABASE);

  return {
    variants: [
      {
        figures: ['engine'],
        measure: async (seconds) => [await committer.rate(IN_FLIGHT, seconds)],
      },
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
      await committer.close();
      await server.drop(DATABASE);
    },
  };
}
