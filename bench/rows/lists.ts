import { UserDirectoryQueries } from '@app/accounts';
import { Pool } from 'pg';
import { PaymentRequestQueries } from '../../libs/wallet/src/requests/payment-request.queries';
import type { Scene } from '../support/figures';
import { settlePeople, userId } from '../support/people';
import type { Server } from '../support/server';
import { timed } from '../support/timed';

const DATABASE = 'bench_lists';
const ROWS = 25_000;
const LIMIT = 20;
const DEEP = 1000;

/** A list of 25,000 rows that the database orders and counts, as most lists of the API. */
export async function listsScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config, 2);
  await server.run(
    `INSERT INTO payment_requests (id, version, asker_id, asked_id, amount_minor, currency, status, created_at, expires_at)
     SELECT n, 1, $1, $2, 500, 'NGN', 'pending', now() - n * interval '1 ms', now() + interval '7 days'
       FROM generate_series(1, $3::int) n`,
    DATABASE,
    [userId(0), userId(1), ROWS],
  );
  await server.settle(DATABASE);
  const pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 4 });
  const requests = new PaymentRequestQueries(pool, new UserDirectoryQueries(pool));
  const read = async (place: { page?: number; cursor?: string }) => {
    const page = await requests.list(userId(1), { limit: LIMIT, ...place }, new Date());
    const { data, next_cursor } = page.toJSON() as { data: object[]; next_cursor: string | null };
    if (data.length !== LIMIT || next_cursor === null) throw new Error('not the page that was asked for');
    return next_cursor;
  };
  const cursor = await read({ page: DEEP - 1 });

  return {
    variants: [timed('first', () => read({})), timed('deep', () => read({ cursor }))],
    async close() {
      await pool.end();
      await server.drop(DATABASE);
    },
  };
}
