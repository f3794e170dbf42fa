import { Committer } from '../support/committer';
import type { Scene, SceneOptions } from '../support/figures';
import { fillJournals } from '../support/journals';
import { settlePeople } from '../support/people';
import type { Server } from '../support/server';

const FULL = 'bench_full';
const EMPTY = 'bench_empty';
const IN_FLIGHT = 256;

/** Two databases: a new one, and one with millions of past transfers. */
export async function journalScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const journals = quick ? 1_000_000 : 10_000_000;
  console.log(`(filling the books with ${journals.toLocaleString('en')} transfers first)`);
  for (const database of [EMPTY, FULL]) await settlePeople(await server.create(database));
  await fillJournals(server, FULL, journals);
  for (const database of [EMPTY, FULL]) await server.settle(database);
  const [empty, full] = [await Committer.connect(server, EMPTY), await Committer.connect(server, FULL)];

  return {
    variants: [
      { figures: ['full'], measure: async (seconds) => [await full.rate(IN_FLIGHT, seconds)] },
      { figures: ['empty'], measure: async (seconds) => [await empty.rate(IN_FLIGHT, seconds)] },
    ],
    async close() {
      await empty.close();
      await full.close();
      for (const database of [EMPTY, FULL]) await server.drop(database);
    },
  };
}
