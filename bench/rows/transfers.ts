import type { Scene, Variant } from '../support/figures';
import { Load } from '../support/load';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { singleTransferScript } from '../support/posting-script';
import type { TransferTraffic } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_transfers';
const CONNECTIONS = 256;
const MERCHANT = 0;
const API = 'apps/business-api/src/main.js';
const TRANSFERS: TransferTraffic = { kind: 'transfers', path: '/api/wallet.php?action=transfer' };

/** Transfers over HTTP as signed-in people make them, beside the posting function alone. */
export async function transfersScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await server.settle(DATABASE);
  const url = config.env.DATABASE_URL;
  const load = new Load();
  const services: Service[] = [];
  const apis = async (count: number) => {
    while (services.length < count) services.push(await Service.start(API, { DATABASE_URL: url }));
  };
  const portsOf = (count: number) => services.slice(0, count).map(({ port }) => port);
  const overHttp = (figure: string, processes: number, request: TransferTraffic): Variant => ({
    figures: [figure],
    prepare: () => apis(processes),
    measure: async (seconds) => [
      await load.rate({ ports: portsOf(processes), connections: CONNECTIONS, seconds, request }),
    ],
  });

  return {
    variants: [
      overHttp('http', 1, TRANSFERS),
      {
        figures: ['pgbench'],
        missing: pgbenchMissing(),
        measure: async (seconds) => {
          const script = await singleTransferScript(server, DATABASE);
          return [await pgbench({ url, script, clients: 64, length: { seconds } })];
        },
      },
      overHttp('http-two', 2, TRANSFERS),
      overHttp('http-merchant', 1, { ...TRANSFERS, to: MERCHANT }),
    ],
    async close() {
      load.stop();
      for (const service of services) await service.stop();
      await server.drop(DATABASE);
    },
  };
}
