import { Committer } from '../support/committer';
import type { Scene, SceneOptions } from '../support/figures';
import { PEOPLE, settlePeople } from '../support/people';
import type { Server } from '../support/server';

const FEW = 'bench_few_wallets';
const MANY = 'bench_many_wallets';
const IN_FLIGHT = 256;

/** Two databases: one with the usual number of wallets, and one with many more. */
export async function walletsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const many = PEOPLE * (quick ? 5 : 50);
  console.log(`(opening ${many.toLocaleString('en')} wallets first)`);
  const committers: Committer[] = [];
  for (const [database, people] of [
    [FEW, PEOPLE],
    [MANY, many],
  ] as const) {
    await settlePeople(await server.create(database), people);
    await server.settle(database);
    committers.push(await Committer.connect(server, database));
  }
  const [few, more] = committers as [Committer, Committer];

  return {
    variants: [
      { figures: ['many-wallets'], measure: async (seconds) => [await more.rate(IN_FLIGHT, seconds, many)] },
      { figures: ['few-wallets'], measure: async (seconds) => [await few.rate(IN_FLIGHT, seconds)] },
    ],
    async close() {
      for (const committer of committers) await committer.close();
      for (const database of [FEW, MANY]) await server.drop(database);
    },
  };
}
