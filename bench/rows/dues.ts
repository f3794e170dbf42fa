import { Dues } from '../support/dues';
import type { Scene, Variant } from '../support/figures';
import { Load, PAYMENTS_A_MINUTE } from '../support/load';
import { settlePeople } from '../support/people';
import type { DueTraffic } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_dues';
const CONNECTIONS = 256;
const MADE_PER_SECOND = 12_000;
/** Concurrent clients of a medium-sized company that pays salaries. */
const PAYROLL = { rows: 100, connections: 16 };

/**
 * Payments that complete or create an object: a payment request, a checkout session, its refund, a payroll. Each writes
 * rows of its own besides its journals.
 */
export async function duesScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await server.settle(DATABASE);
  const env = { DATABASE_URL: config.env.DATABASE_URL };
  const load = new Load(PAYMENTS_A_MINUTE);
  const dues = new Dues(server, DATABASE);
  const services: Service[] = [];

  const paid = (figure: string, kind: DueTraffic['kind'], file: string, path: string): Variant => {
    let port: number;
    return {
      figures: [figure],
      async prepare() {
        const service = await Service.start(file, env);
        services.push(service);
        port = service.port;
      },
      async measure(seconds) {
        const request = { ...(await dues.make(kind, MADE_PER_SECOND * seconds)), path };
        return [await load.rate({ ports: [port], connections: CONNECTIONS, seconds, request })];
      },
    };
  };
  let api: Service;

  return {
    variants: [
      paid(
        ...(['requests', 'payment-requests', 'apps/business-api/src/main.js'] as const),
        '/api/wallet.php?action=fulfill-request',
      ),
      paid(
        ...(['sessions', 'checkout-sessions', 'apps/checkout-api/src/main.js'] as const),
        '/api/sessions.php?action=pay-wallet',
      ),
      paid(
        ...(['refunds', 'refunds', 'apps/business-api/src/main.js'] as const),
        '/api/business.php?section=payments&action=refund',
      ),
      {
        figures: ['transfers'],
        async prepare() {
          services.push((api = await Service.start('apps/business-api/src/main.js', env)));
        },
        async measure(seconds) {
          const request = { kind: 'transfers', path: '/api/wallet.php?action=transfer' } as const;
          return [await load.rate({ ports: [api.port], connections: CONNECTIONS, seconds, request })];
        },
      },
      {
        figures: ['payroll-rows'],
        async measure(seconds) {
          const { rows, connections } = PAYROLL;
          const path = '/api/business.php?section=payroll&action=create';
          const request = { kind: 'payrolls', path, rows } as const;
          return [rows * (await load.rate({ ports: [api.port], connections, seconds, request }))];
        },
      },
    ],
    async close() {
      load.stop();
      for (const service of services) await service.stop();
      await server.drop(DATABASE);
    },
  };
}
