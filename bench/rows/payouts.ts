import { CURRENCIES } from '@app/kernel';
import type { Scene, Variant } from '../support/figures';
import { Load } from '../support/load';
import { settlePeople } from '../support/people';
import type { PayoutTraffic, TransferTraffic } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_payouts';
const CONNECTIONS = 256;
const WITHDRAWALS = { kind: 'payouts', path: '/api/payout.php?action=initiate' } as const;
const TRANSFERS = { kind: 'transfers', path: '/api/wallet.php?action=transfer' } as const;

/**
 * Withdrawals over HTTP, which count on the daily limit of their owner, by many people and by one. The limits of
 * requests are off, because they allow one person 20 a minute.
 */
export async function payoutsScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  for (const currency of CURRENCIES)
    await server.run(
      `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at) VALUES ('USD', $1, $2, 'bench', now(), now())`,
      DATABASE,
      [currency, currency === 'USD' ? '1' : '1000'],
    );
  await server.settle(DATABASE);
  const env = { DATABASE_URL: config.env.DATABASE_URL, RATE_LIMITS: 'false' };
  const load = new Load();
  let api: Promise<Service> | undefined;

  const throughput = (figure: string, request: PayoutTraffic | TransferTraffic): Variant => ({
    figures: [figure],
    prepare: async () => void (await (api ??= Service.start('apps/business-api/src/main.js', env))),
    measure: async (seconds) => {
      const { port } = await api!;
      return [await load.rate({ ports: [port], connections: CONNECTIONS, seconds, request })];
    },
  });

  return {
    variants: [
      throughput('withdrawals', WITHDRAWALS),
      throughput('transfers-beside', TRANSFERS),
      throughput('withdrawals-one-owner', { ...WITHDRAWALS, from: 0 }),
    ],
    async close() {
      load.stop();
      await (await api)?.stop();
      await server.drop(DATABASE);
    },
  };
}
