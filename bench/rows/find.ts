import { SystemClock } from '@app/kernel';
import { Pool } from 'pg';
import { SearchTermsStore } from '../../libs/search/src/search-terms.store';
import { lookupsOf } from '../../libs/search/src/search-terms.policy';
import type { Scene, SceneOptions } from '../support/figures';
import { userId } from '../support/people';
import type { Server } from '../support/server';
import { timed } from '../support/timed';

const SMALL = 10_000;
const LARGE = 10_000_000;
const LARGE_QUICK = 1_000_000;
/** Every so many terms belong to one owner: half of them, as of the largest merchant. */
const SHARE = 2;
const TEXTS = ['ada77@', 'order-1234', '77.50', 'ada 999'];

/** Look-ups of the same texts among few and among many terms, half of which are of the owner who searches. */
export async function findScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const few = await tableOf(server, 'bench_find_few', SMALL);
  const many = await tableOf(server, 'bench_find_many', quick ? LARGE_QUICK : LARGE);
  return {
    variants: [timed('few', few.find), timed('many', many.find)],
    async close() {
      await few.close();
      await many.close();
    },
  };
}

/** A database with as many terms. The texts find the same number in each: the terms of the last objects have other texts. */
async function tableOf(server: Server, database: string, terms: number) {
  const config = await server.create(database);
  await server.run(
    `INSERT INTO search_terms (owner_id, mode, kind, term, at, object_id)
     SELECT CASE WHEN n % ${SHARE} = 0 THEN $1::uuid ELSE gen_random_uuid() END, 'live', 'payment',
            CASE WHEN n > ${SMALL} THEN 'x:' || n
                 ELSE (ARRAY['e:ada' || n || '@example.com', 'r:order-' || n, 'a:' || n, 'n:ada ' || n])[1 + (n / 2) % 4] END,
            now() - n * interval '1 ms', gen_random_uuid()
       FROM generate_series(1, $2::int) n`,
    database,
    [userId(0), terms],
  );
  await server.settle(database);
  const pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 4 });
  const store = new SearchTermsStore(pool, new SystemClock());
  const space = { ownerId: userId(0), mode: 'live', kind: 'payment' } as const;
  return {
    async find() {
      for (const text of TEXTS) {
        const { isCommon } = await store.find(space, lookupsOf(text));
        if (isCommon) throw new Error(`${text} is common`);
      }
    },
    async close() {
      await pool.end();
      await server.drop(database);
    },
  };
}
