import { createHash } from 'node:crypto';
import type { Scene, Variant } from '../support/figures';
import { Load, type LoadOrder } from '../support/load';
import { settlePeople, userId } from '../support/people';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_strict_input';
const CONNECTIONS = 64;
const KEY = `sk_live_${'a'.repeat(43)}`;
const ABSENT_SESSION: LoadOrder['request'] = {
  kind: 'fixed',
  refusal: 404,
  text:
    `GET /api/sessions.php?session_id=cs_live_${'0'.repeat(24)} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
    `X-API-Key: ${KEY}\r\n\r\n`,
};
const APP_ID = '00000009-0000-7000-8000-000000000001';

/**
 * Transfers and new checkout sessions with and without the search for unknown fields, transfers in the path form, and
 * refusals with and without the address of their documentation.
 */
export async function strictInputScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await insertApp(server);
  await server.settle(DATABASE);
  const load = new Load();
  const services: Service[] = [];
  const variant = (
    figure: string,
    file: string,
    request: LoadOrder['request'],
    host: Record<string, string> = {},
  ): Variant => {
    let service: Service;
    return {
      figures: [figure],
      async prepare() {
        const env = { DATABASE_URL: config.env.DATABASE_URL, RATE_LIMITS: 'false', ...host };
        services.push((service = await Service.start(file, env)));
      },
      measure: async (seconds) => [
        await load.rate({ ports: [service.port], connections: CONNECTIONS, seconds, request }),
      ],
    };
  };
  const transfers = { kind: 'transfers', path: '/api/wallet.php?action=transfer' } as const;
  const business = 'apps/business-api/src/main.js';
  const checkout = 'apps/checkout-api/src/main.js';
  const unchecked = 'bench/unchecked-api.js';
  return {
    variants: [
      variant('transfer', business, transfers),
      variant('transfer-unchecked', unchecked, transfers),
      variant('transfer-path', business, { ...transfers, path: '/api/wallet.php/transfer' }),
      variant('create', checkout, newSession()),
      variant('create-unchecked', unchecked, newSession(), { BENCH_HOST: 'checkout' }),
      variant('refusal', checkout, ABSENT_SESSION),
      variant('refusal-unlinked', 'bench/unlinked-api.js', ABSENT_SESSION),
    ],
    async close() {
      load.stop();
      for (const service of services) await service.stop();
      await server.drop(DATABASE);
    },
  };
}

/** A live app of a verified business, and its secret key. */
async function insertApp(server: Server): Promise<void> {
  const owner = userId(0);
  const hash = createHash('sha256').update(KEY).digest();
  await server.run(`UPDATE users SET kyb_status = 'approved' WHERE id = '${owner}'`, DATABASE);
  await server.run(
    `INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
     VALUES ($1, 1, $2, 'live', 'Shop', '{}', '{}', now())`,
    DATABASE,
    [APP_ID, owner],
  );
  await server.run(
    `INSERT INTO api_keys (hash, app_id, owner_id, kind, prefix, last4, created_at)
     VALUES ($1, $2, $3, 'secret', 'sk_live_', $4, now())`,
    DATABASE,
    [hash, APP_ID, owner, KEY.slice(-4)],
  );
}

function newSession(): LoadOrder['request'] {
  const body = JSON.stringify({
    amount: 2500,
    currency: 'NGN',
    order_ref: 'order-1',
    customer: { email: 'ada@example.com', name: 'Ada' },
    metadata: { cart: '7' },
  });
  const text =
    `POST /api/sessions.php?action=create HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${KEY}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return { kind: 'fixed', text };
}
