import { Committer } from '../support/committer';
import { median, type Scene, type Variant } from '../support/figures';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { addBatch, batchScript } from '../support/posting-script';
import type { Server } from '../support/server';
import { randomPair } from '../support/transfers';
import { POSTING, postingWithout } from '../support/posting-variants';

const DATABASE = 'bench_engine';
const IN_TURNS = 'bench_engine_in_turns';
const IN_FLIGHT = 256;
const BATCHES_PER_SECOND = 40;
/** Short, so that other work on the machine meets both posting functions alike. */
const TURN_SECONDS = 0.25;
const FIRST_CALLS_SECONDS = 0.05;

/**
 * The group committer without HTTP, compared with pgbench that posts prepared batches, and with posting functions that
 * lack one check.
 */
export async function engineScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const script = await batchScript(server, DATABASE);
  await server.settle(DATABASE);
  const committer = await Committer.connect(server, DATABASE);
  const databases = [DATABASE];
  const committers = [committer];
  let other: Committer | undefined;

  /** The posting function with and without a check, in turns in one database: tables, connections and machine are the same. */
  const checking = (
    figures: [whole: string, part: string],
    check: Parameters<typeof postingWithout>[0],
  ): Variant => ({
    figures,
    async prepare() {
      if (other) return;
      await settlePeople(await server.create(IN_TURNS));
      databases.push(IN_TURNS);
      await server.settle(IN_TURNS);
      committers.push((other = await Committer.connect(server, IN_TURNS)));
    },
    async measure(seconds) {
      const functions = [POSTING, postingWithout(check)];
      const rates: number[][] = [[], []];
      for (let turn = 0; turn * TURN_SECONDS < seconds; turn++)
        for (const which of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          await server.run(functions[which]!, IN_TURNS);
          // The first calls after the change plan the statements of the function.
          await other!.rate(IN_FLIGHT, FIRST_CALLS_SECONDS);
          rates[which]!.push(await other!.rate(IN_FLIGHT, TURN_SECONDS));
        }
      await server.run(POSTING, IN_TURNS);
      return rates.map(median);
    },
  });

  return {
    variants: [
      {
        figures: ['engine'],
        measure: async (seconds) => [await committer.rate(IN_FLIGHT, seconds)],
      },
      checking(['engine-counting', 'engine-uncounted'], 'daily limits'),
      checking(['engine-closed', 'engine-unclosed'], 'closed accounts'),
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
