import { SystemClock } from '@app/kernel';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { amountOf, seed } from '../../proofs/support/proof';
import { Random } from '../../proofs/support/random';
import { Books, movement, newId, ngn } from '../../support/books';

/** LIMIT_SEEDS=1000 for the long form. */
const LIMIT_SEEDS = amountOf('LIMIT_SEEDS', { short: 3, long: 1000 });

describe('The posting function', () => {
  let books: Books;
  beforeAll(async () => (books = await Books.open()));
  afterAll(async () => {
    expect(await books.faults()).toEqual([]);
    await books.close();
  });

  const commit = (works: Parameters<typeof commitUnits>[1], wait = false) =>
    commitUnits(books.app, works, new Date(), wait);

  it('accepts or refuses each unit of a batch by itself, in order', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const outcomes = await commit([
      movement(alice, bob, ngn(600), { fee: 1 }),
      movement(alice, bob, ngn(600), { fee: 1 }),
      movement(bob, alice, ngn(500), { fee: 1 }),
      movement(alice, bob, ngn(800), { fee: 1 }),
    ]);
    expect(outcomes).toEqual([
      { kind: 'committed', balanceMinor: 399n },
      { kind: 'insufficient-funds' },
      { kind: 'committed', balanceMinor: 99n },
      { kind: 'committed', balanceMinor: 98n },
    ]);
    expect(await books.balanceOf(alice)).toBe(98n);
    expect(await books.balanceOf(bob)).toBe(899n);
  });

  it('gives a used key its first answer, and refuses it for another request', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const first = movement(alice, bob, ngn(100), { key: newId() });
    const repeated = movement(alice, bob, ngn(100), { key: first.idempotency!.key });
    const other = movement(alice, bob, ngn(100), { key: first.idempotency!.key });
    other.idempotency!.fingerprint = Buffer.from('another body');
    expect(await commit([first])).toEqual([{ kind: 'committed', balanceMinor: 900n }]);
    expect(await commit([repeated, movement(alice, bob, ngn(50))])).toMatchObject([
      { kind: 'replayed', balanceMinor: 900n, answer: { status: 200 } },
      { kind: 'committed', balanceMinor: 850n },
    ]);
    expect(await commit([other])).toEqual([{ kind: 'conflict' }]);
  });

  it('reports a key that another transaction holds as busy, and delays no other key', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const held = movement(alice, bob, ngn(1), { key: newId() });
    const { principalId, key } = held.idempotency!;
    const holder = await books.app.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1 || $2, 0))', [principalId, key]);
    try {
      expect(await commit([held, movement(alice, bob, ngn(2))])).toEqual([
        { kind: 'busy' },
        { kind: 'committed', balanceMinor: 998n },
      ]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('waits for a balance half a second with a batch, so that one that is held keeps few others waiting', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const client = await books.app.connect();
    const lockTimeoutAfter = async (wait: boolean) => {
      await client.query('BEGIN');
      await commitUnits(client, [movement(alice, bob, ngn(1))], new Date(), wait);
      const { rows } = await client.query<{ lock_timeout: string }>('SHOW lock_timeout');
      await client.query('COMMIT');
      return rows[0]!.lock_timeout;
    };
    try {
      expect([await lockTimeoutAfter(false), await lockTimeoutAfter(true)]).toEqual(['500ms', '3s']);
    } finally {
      client.release();
    }
  });

  it('never lets concurrent batches overdraw or deadlock', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => books.openAccount('NGN', 500)));
    const pick = (n: number) => accounts[n % accounts.length]!;
    const batches = Array.from({ length: 40 }, (_, b) =>
      commit(
        Array.from({ length: 8 }, (_, i) =>
          movement(pick(b * 7 + i), pick(b * 5 + i * 3 + 1), ngn(37)),
        ).filter(({ journals }) => journals[0]!.legs[0]!.accountId !== journals[0]!.legs[1]!.accountId),
      ),
    );
    await Promise.all(batches);
    const balances: bigint[] = [];
    for (const account of accounts) balances.push(await books.balanceOf(account));
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(3000n);
    expect(balances.every((balance) => balance >= 0n)).toBe(true);
  });

  it('refuses a journal that does not sum to zero', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const work = movement(alice, bob, ngn(100));
    work.journals[0]!.legs[1] = { accountId: bob, amount: ngn(101) };
    await expect(commit([work])).rejects.toThrow('does not sum to zero');
  });

  it('refuses a journal that mixes currencies', async () => {
    const [naira, dollars] = [await books.openAccount('NGN', 1000), await books.openAccount('USD')];
    await expect(commit([movement(naira, dollars, ngn(100))])).rejects.toThrow('does not sum to zero');
  });

  it('refuses an unknown account', async () => {
    const alice = await books.openAccount('NGN', 1000);
    await expect(commit([movement(alice, newId(), ngn(100))])).rejects.toThrow('unknown ledger account');
  });

  it('refuses a frozen account as a source, and still credits it', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount('NGN', 1000)];
    await books.owner.query('UPDATE ledger.balances SET frozen = true WHERE account_id = $1', [alice]);
    expect(await commit([movement(alice, bob, ngn(1)), movement(bob, alice, ngn(1))])).toMatchObject([
      { kind: 'frozen' },
      { kind: 'committed' },
    ]);
  });

  it('books a natural key one time only', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const once = newId();
    const works = [movement(alice, bob, ngn(1)), movement(alice, bob, ngn(1))];
    for (const work of works) work.journals[0]!.once = once;
    await commit([works[0]!], true);
    await expect(commit([works[1]!], true)).rejects.toMatchObject({ constraint: 'once_pkey' });
  });

  it('counts outgoing money up to the cap of the day, and takes it off the day it was counted on', async () => {
    const [alice, bob, owner] = [await books.openAccount('NGN', 1000), await books.openAccount(), newId()];
    const counting = (cents: number, minor = 10, day = '2026-11-23') => {
      const work = movement(alice, bob, ngn(minor));
      work.outgoing.push({
        ownerId: owner,
        day,
        cents: BigInt(cents),
        cap: 100n,
        refusal: () => new Error('over the limit'),
      });
      return work;
    };
    const used = async () =>
      (
        await books.owner.query<{ day: string; used: string }>(
          'SELECT day::text, used_minor::text AS used FROM ledger.outgoing_days WHERE owner_id = $1 ORDER BY day',
          [owner],
        )
      ).rows.map(({ day, used: cents }) => `${day} ${cents}`);

    expect(
      await commit([
        counting(60),
        counting(41),
        counting(40),
        counting(30, 10, '2026-11-24'),
        movement(alice, bob, ngn(1)),
      ]),
    ).toEqual([
      { kind: 'committed', balanceMinor: 990n },
      { kind: 'over-limit', usedCents: 60n },
      { kind: 'committed', balanceMinor: 980n },
      { kind: 'committed', balanceMinor: 970n },
      { kind: 'committed', balanceMinor: 969n },
    ]);
    expect(await used()).toEqual(['2026-11-23 100', '2026-11-24 30']);
    // A unit without enough money counts nothing; one that is returned makes room.
    expect(await commit([counting(5, 2000, '2026-11-24'), counting(-60), counting(60)])).toEqual([
      { kind: 'insufficient-funds' },
      { kind: 'committed', balanceMinor: 959n },
      { kind: 'committed', balanceMinor: 949n },
    ]);
    expect(await used()).toEqual(['2026-11-23 100', '2026-11-24 30']);
    await expect(commit([counting(-31, 10, '2026-11-24')])).rejects.toMatchObject({ code: '23514' });
    await expect(books.app.query('UPDATE ledger.outgoing_days SET used_minor = 0')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it.each(Array.from({ length: LIMIT_SEEDS }, (_, i) => seed + i))(
    'never exceeds the cap and never falls short of it with 64 rivals over two processes (seed %i)',
    async (ofSeed) => {
      const random = new Random(ofSeed);
      const owner = newId();
      // Each process pays from another wallet of the owner, so that no balance puts the processes in a row.
      const pairs = await Promise.all(
        [1, 2].map(async () => [await books.openAccount('NGN', 9_000), await books.openAccount()] as const),
      );
      const cap = BigInt(random.between(500, 5000));
      const rivals = Array.from({ length: 65 }, (_, i) => {
        const work = movement(...pairs[i % 2]!, ngn(1), { key: newId() });
        const cents = BigInt(random.between(10, 400));
        work.outgoing.push({ ownerId: owner, day: '2026-11-23', cents, cap, refusal: () => new Error() });
        return work;
      });
      // The row of the day exists before, so that inserting it puts nothing in a row either.
      const opening = rivals.pop()!;
      const first = opening.outgoing[0]!.cents;
      await commit([opening]);
      const processes = [1, 2].map(() => new GroupCommitter(books.app, new SystemClock()));
      const outcomes = await Promise.all(rivals.map((rival, i) => processes[i % 2]!.commit(rival)));
      const centsOf = (kind: string) =>
        rivals.filter((_, i) => outcomes[i]!.kind === kind).map(({ outgoing }) => outgoing[0]!.cents);
      const spent = centsOf('committed').reduce((sum, cents) => sum + cents, first);
      const { rows } = await books.owner.query<{ used_minor: string }>(
        'SELECT used_minor FROM ledger.outgoing_days WHERE owner_id = $1',
        [owner],
      );
      expect(BigInt(rows[0]!.used_minor)).toBe(spent);
      expect(spent <= cap).toBe(true);
      // Nothing that was refused would have fitted: counts only grow, so it did not fit before either.
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.kind === 'committed') continue;
        const used = outcome.kind === 'over-limit' ? outcome.usedCents : 0n;
        expect(used + rivals[i]!.outgoing[0]!.cents > cap).toBe(true);
        expect(used <= spent).toBe(true);
      }
    },
  );

  it('touches no table by reading all of it, whatever its size', async () => {
    const { rows } = await books.owner.query<{ config: string[] }>(
      `SELECT proconfig AS config FROM pg_proc WHERE proname = 'commit_units'`,
    );
    expect(rows[0]!.config).toEqual(
      expect.arrayContaining([
        'enable_seqscan=off',
        'enable_hashjoin=off',
        'plan_cache_mode=force_generic_plan',
      ]),
    );
  });

  it('looks each key and each account up by itself, with a plan made before there were any', async () => {
    const fresh = await Books.open();
    const client = await fresh.app.connect();
    try {
      const accounts = await Promise.all(Array.from({ length: 40 }, () => fresh.openAccount('NGN', 1000)));
      const units = 200;
      // The planner now knows the tables for empty, and would believe any index of theirs to be as good as another.
      await fresh.owner.query('VACUUM ANALYZE idempotency_keys, ledger.balances');
      for (let batch = 0; batch < 4; batch++) {
        const works = Array.from({ length: units }, (_, i) =>
          movement(accounts[i % 40]!, accounts[(i + 1) % 40]!, ngn(1), { key: newId() }),
        );
        await commitUnits(client, works, new Date(), false);
      }
      await client.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await fresh.owner.query<{ relname: string; read: string }>(
        `SELECT t.relname, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0) AS read
           FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
          WHERE t.relname IN ('idempotency_keys', 'balances') GROUP BY t.relid, t.relname, t.seq_tup_read`,
      );
      expect(rows).toHaveLength(2);
      for (const { read } of rows) expect(Number(read)).toBeLessThan(4 * units);
    } finally {
      client.release();
      await fresh.close();
    }
  });
});
