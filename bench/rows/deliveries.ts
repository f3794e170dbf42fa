import { Deliveries } from '../support/deliveries';
import type { Scene } from '../support/figures';
import type { Server } from '../support/server';

const DATABASE = 'bench_deliveries';
const PER_SECOND = 4000;

/** Webhook deliveries of one process, compared with plain posts by the same client. */
export async function deliveriesScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  let opened: Promise<Deliveries> | undefined;
  const open = () => (opened ??= Deliveries.open(server, DATABASE, config));
  return {
    variants: [
      {
        figures: ['delivered'],
        prepare: async () => void (await open()),
        measure: async (seconds) => [await (await open()).rate(seconds * PER_SECOND)],
      },
      {
        figures: ['posted'],
        prepare: async () => void (await open()),
        measure: async (seconds) => [await (await open()).bareRate(seconds * PER_SECOND)],
      },
    ],
    async close() {
      await (await opened)?.close();
      await server.drop(DATABASE);
    },
  };
}
