import { quantile, type Scene, type SceneOptions, type Variant } from '../support/figures';
import { Load } from '../support/load';
import { settlePeople } from '../support/people';
import { Renewer, Renewals } from '../support/renewals';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_transfers_beside_renewals';
/** Subscriptions that are due, more than are billed in a measurement. */
const DUE = { full: 1_000_000, quick: 20_000 };
const CONNECTIONS = 16;
const TRANSFERS = { kind: 'transfers', path: '/api/wallet.php?action=transfer' } as const;

/** Transfers over HTTP while one process bills subscriptions, and without it. */
export async function transfersBesideRenewalsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const due = quick ? DUE.quick : DUE.full;
  console.log(`(making ${due.toLocaleString('en')} subscriptions that are due first)`);
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const renewals = new Renewals(server, DATABASE);
  await renewals.openPlans();
  const load = new Load();
  let api: Promise<Service> | undefined;

  /** 99th percentile of the latency of transfers while `during` runs. */
  const transfers = (figure: string, during: (run: () => Promise<void>) => Promise<void>): Variant => ({
    figures: [figure],
    async prepare() {
      const env = { DATABASE_URL: config.env.DATABASE_URL, RATE_LIMITS: 'false' };
      await (api ??= Service.start('apps/business-api/src/main.js', env));
    },
    async measure(seconds) {
      const { port } = await api!;
      let latencies: number[] = [];
      await during(async () => {
        const order = { ports: [port], connections: CONNECTIONS, seconds, request: TRANSFERS };
        ({ latencies } = await load.run(order));
      });
      return [quantile(latencies, 0.99)];
    },
  });

  return {
    variants: [
      transfers('transfers-alone', (run) => run()),
      transfers('transfers-beside-renewals', async (run) => {
        await renewals.fillDue({ count: due, merchants: 100 });
        const renewer = await Renewer.start(config.env.DATABASE_URL, 'beside');
        void renewer.run();
        await run();
        renewer.stop();
        if ((await renewals.due()) === 0) throw new Error('the renewals ended before the transfers');
      }),
    ],
    async close() {
      load.stop();
      await (await api)?.stop();
      await server.drop(DATABASE);
    },
  };
}
