import { PurgeIdempotencyKeys } from '@app/write-path';
import { addSeconds, SystemClock } from '@app/kernel';
import type { PoolClient } from 'pg';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { Books, movement, newId, ngn } from '../../support/books';

const DAY_SECONDS = 24 * 3600;

/** Keys are forgotten after a day, and not a moment sooner: a key that is gone lets a retry pay again. */
describe('Keys that are forgotten', () => {
  let books: Books;
  let alice: string;
  let bob: string;
  beforeAll(async () => {
    books = await Books.open();
    [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
  });
  afterAll(async () => {
    expect(await books.faults()).toEqual([]);
    await books.close();
  });

  const purge = () => new PurgeIdempotencyKeys(books.app, new SystemClock()).run();
  const payWith = async (key: string, by: PoolClient | Books['app'] = books.app) => {
    const [outcome] = await commitUnits(by, [movement(alice, bob, ngn(100), { key })], new Date(), true);
    return outcome;
  };
  /** As if the key had been used so long ago. */
  const age = (key: string, seconds: number) =>
    books.app.query('UPDATE idempotency_keys SET created_at = $2 WHERE key = $1', [
      key,
      addSeconds(new Date(), -seconds),
    ]);

  it('go once a day has passed since they were used, and no sooner', async () => {
    const [old, young] = [newId(), newId()];
    for (const key of [old, young]) expect(await payWith(key)).toMatchObject({ kind: 'committed' });
    await age(old, DAY_SECONDS);
    await age(young, DAY_SECONDS - 60);
    expect(await purge()).toBe(1);
    expect(await payWith(young)).toMatchObject({ kind: 'replayed' });
    expect(await payWith(old)).toMatchObject({ kind: 'committed' });
  });

  it('stay where they are used again at that moment: the retry of the second request does not pay twice', async () => {
    const key = newId();
    await payWith(key);
    await age(key, DAY_SECONDS + 60);
    const client = await books.app.connect();
    try {
      await client.query('BEGIN');
      expect(await payWith(key, client)).toMatchObject({ kind: 'committed' });
      // The row is seen as it was a day ago, and somebody is renewing it.
      const purged = purge();
      await Promise.race([books.lockWaits(1), purged]);
      await client.query('COMMIT');
      await purged;
    } finally {
      client.release();
    }
    expect(await payWith(key)).toMatchObject({ kind: 'replayed' });
  });

  it('go in one run, however many they are', async () => {
    await books.app.query(
      `INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, status, body, created_at)
       SELECT $1, n::text, 'POST transfer', '', 200, '{}', now() - interval '2 days' FROM generate_series(1, 12000) n`,
      [newId()],
    );
    expect(await purge()).toBe(12_000);
  });
});
