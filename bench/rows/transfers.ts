import { quantile, type Scene, type Variant } from '../support/figures';
import { Load, PAYMENTS_A_MINUTE } from '../support/load';
import { settlePeople } from '../support/people';
import { pgbench, pgbenchMissing } from '../support/pgbench';
import { installPgledger, pgledgerMissing } from '../support/pgledger';
import { createPlainTables } from '../support/plain-tables';
import { singleTransferScript } from '../support/posting-script';
import type { TransferTraffic } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_transfers';
const PGLEDGER = 'bench_pgledger';
const CONNECTIONS = 256;
const TO_MERCHANT = { to: 0 };
const PRODUCT: TransferTraffic = { kind: 'transfers', path: '/api/wallet.php?action=transfer' };
const PLAIN: TransferTraffic = { kind: 'transfers', path: '/transfer' };

/** Transfers over HTTP by people who are signed in, and the services to compare them with. */
export async function transfersScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await createPlainTables(server, DATABASE);
  await server.settle(DATABASE);
  const env = { DATABASE_URL: config.env.DATABASE_URL };
  const load = new Load(PAYMENTS_A_MINUTE);
  const services = new Map<string, Promise<Service>>();

  /** Starts a service by name when the first variant that needs it is prepared. */
  const service = (name: string, file: string, probe?: string): Promise<Service> => {
    const started = services.get(name) ?? Service.start(file, env, probe);
    services.set(name, started);
    return started;
  };
  const api = (n: number) => service(`api ${n}`, 'apps/business-api/src/main.js');
  const unbatched = () => service('unbatched', 'bench/unbatched-api.js');
  const asking = () => service('asking', 'bench/asking-api.js');
  const plain = () => service('plain', 'bench/plain-service.js', '/health');

  const throughput = (
    figure: string,
    request: TransferTraffic,
    ...under: (() => Promise<Service>)[]
  ): Variant => ({
    figures: [figure],
    prepare: async () => void (await Promise.all(under.map((start) => start()))),
    measure: async (seconds) => {
      const ports = (await Promise.all(under.map((start) => start()))).map(({ port }) => port);
      return [await load.rate({ ports, connections: CONNECTIONS, seconds, request })];
    },
  });
  const latency = (figures: string[], connections: number, under: () => Promise<Service>): Variant => ({
    figures,
    prepare: async () => void (await under()),
    measure: async (seconds) => {
      const { port } = await under();
      const { latencies } = await load.run({ ports: [port], connections, seconds, request: PRODUCT });
      return [quantile(latencies, 0.5), quantile(latencies, 0.99)];
    },
  });
  let pgledgerScript: string;

  return {
    variants: [
      throughput('http', PRODUCT, () => api(1)),
      throughput('http-asking', PRODUCT, asking),
      {
        figures: ['pgbench'],
        missing: pgbenchMissing(),
        measure: async (seconds) => {
          const script = await singleTransferScript(server, DATABASE);
          return [await pgbench({ url: env.DATABASE_URL, script, clients: 64, length: { seconds } })];
        },
      },
      throughput(
        'http-two',
        PRODUCT,
        () => api(1),
        () => api(2),
      ),
      {
        figures: ['pgledger'],
        missing: pgledgerMissing() ?? pgbenchMissing(),
        prepare: async () => void (pgledgerScript = await installPgledger(server, PGLEDGER)),
        measure: async (seconds) => {
          const url = server.urlOf(PGLEDGER);
          return [await pgbench({ url, script: pgledgerScript, clients: 32, length: { seconds } })];
        },
      },
      throughput('http-merchant', { ...PRODUCT, ...TO_MERCHANT }, () => api(1)),
      throughput('plain', PLAIN, plain),
      throughput('plain-merchant', { ...PLAIN, ...TO_MERCHANT }, plain),
      latency(['one-p50', 'one-p99'], 1, () => api(1)),
      latency(['one-unbatched-p50', 'one-unbatched-p99'], 1, unbatched),
      latency(['one-asking-p50', 'one-asking-p99'], 1, asking),
      latency(['many-p50', 'many-p99'], 64, () => api(1)),
    ],
    async close() {
      load.stop();
      for (const started of services.values()) await (await started).stop();
      for (const database of [DATABASE, PGLEDGER]) await server.drop(database);
    },
  };
}
