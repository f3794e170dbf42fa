import { PurgeIdempotencyKeys } from '@app/write-path';
import { addSeconds, SystemClock } from '@app/kernel';
import type { PoolClient } from 'pg';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { Books, movement, newId, ngn } from '../../support/books';

const DAY_SECONDS = 24 * 3600;

/** Keys are deleted after a day and not earlier, because a retry with a deleted key pays again. */
describe('Deleting keys', () => {
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
  /** Sets the time of the key's last use. */
  const age = (key: string, seconds: number) =>
    books.app.query('UPDATE idempotency_keys SET created_at = $2 WHERE key = $1', [
      key,
      addSeconds(new Date(), -seconds),
    ]);

  it('happens a day after their last use, and not earlier', async () => {
    const [old, young] = [newId(), newId()];
    for (const key of [old, young]) expect(await payWith(key)).toMatchObject({ kind: 'committed' });
    await age(old, DAY_SECONDS);
    await age(young, DAY_SECONDS - 60);
    expect(await purge()).toBe(1);
    expect(await payWith(young)).toMatchObject({ kind: 'replayed' });
    expect(await payWith(old)).toMatchObject({ kind: 'committed' });
  });

  it('skips keys that are used again at that moment, so that the retry of the second request does not pay twice', async () => {
    const key = newId();
    await payWith(key);
    await age(key, DAY_SECONDS + 60);
    const client = await books.app.connect();
    try {
      await client.query('BEGIN');
      expect(await payWith(key, client)).toMatchObject({ kind: 'committed' });
      // The row is read as it was a day ago while a request is renewing it.
      const purged = purge();
      await Promise.race([books.lockWaits(1), purged]);
      await client.query('COMMIT');
      await purged;
    } finally {
      client.release();
    }
    expect(await payWith(key)).toMatchObject({ kind: 'replayed' });
  });

  it('happens in one run for any number of keys', async () => {
    await books.app.query(
      `INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, status, body, created_at)
       SELECT $1, n::text, 'POST transfer', '', 200, '{}', now() - interval '2 days' FROM generate_series(1, 12000) n`,
      [newId()],
    );
    expect(await purge()).toBe(12_000);
  });
});
