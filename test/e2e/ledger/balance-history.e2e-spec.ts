import { BalanceHistoryQueries, SETTLING_SECONDS } from '@app/ledger';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { Books, movement, ngn } from '../../support/books';

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(START + seconds * 1000);

describe('How an account stood at a past instant', () => {
  let books: Books;
  let history: BalanceHistoryQueries;
  beforeAll(async () => {
    books = await Books.open();
    history = new BalanceHistoryQueries(books.app);
  });
  afterAll(async () => {
    expect(await books.faults()).toEqual([]);
    await books.close();
  });

  const balanceAt = async (account: string, seconds: number) =>
    (await history.at(account, 'NGN', at(seconds))).balance.text;

  /** Moves one naira and more each time, at the given seconds. */
  async function accountMovedAt(seconds: number[]): Promise<string> {
    const [from, to] = [await books.openAccount('NGN', 1_000_000), await books.openAccount()];
    for (const [i, second] of seconds.entries())
      await commitUnits(books.app, [movement(from, to, ngn(100 + i))], at(second), true);
    return to;
  }

  it('is zero before the first movement, and the last balance after the last', async () => {
    const account = await accountMovedAt([100, 200]);
    expect(await Promise.all([0, 99.999, 100, 199, 200, 1e6].map((s) => balanceAt(account, s)))).toEqual(
      ['0.00', '0.00', '1.00', '1.00', '2.01', '2.01'], // prettier-ignore
    );
    expect(await balanceAt(await books.openAccount(), 100)).toBe('0.00');
  });

  it('is that after the last movement, by number, that is not later', async () => {
    // Two hosts whose clocks differ: the third movement says it was before the second.
    const account = await accountMovedAt([0, 30, 10, 40]);
    expect(await Promise.all([5, 10, 29, 30, 39, 40].map((s) => balanceAt(account, s)))).toEqual([
      ...['1.00', '3.03', '3.03', '3.03', '3.03', '4.06'],
    ]);
  });

  /** Later and later, but for what clocks may differ. */
  function disordered(): number[] {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    return Array.from({ length: 60 }, (_, i) => i * 9 + random() * SETTLING_SECONDS);
  }

  /** Asks at instants before, among and after movements in disorder, and holds it against all of them. */
  async function holdsThroughout(
    column: string,
    when: '<=' | '>=',
    readBalance: (account: string, second: number) => Promise<bigint>,
  ): Promise<void> {
    const account = await accountMovedAt(disordered());
    for (let second = -10; second < 640; second += 3.7) {
      const { rows } = await books.owner.query<{ found: string }>(
        `SELECT coalesce(${column}, 0) AS found FROM ledger.legs WHERE account_id = $1 AND created_at ${when} $2`,
        [account, at(second)],
      );
      expect([second, await readBalance(account, second)]).toEqual([second, BigInt(rows[0]!.found)]);
    }
  }

  it('equals the result of reading every movement, in any disorder', async () => {
    await holdsThroughout('max(seq)', '<=', async (account, second) => {
      return (await history.at(account, 'NGN', at(second))).movements;
    });
  });

  it('costs some twenty look-ups among twenty thousand movements', async () => {
    const [from, to] = [await books.openAccount('NGN', 1_000_000), await books.openAccount()];
    for (let hour = 0; hour < 40; hour++) {
      const works = Array.from({ length: 512 }, () => movement(from, to, ngn(1)));
      await commitUnits(books.app, works, at(hour * 3600), true);
    }
    const found = () =>
      books.owner.query<{ seq: string }>(`SELECT ledger.last_seq_at($1, $2, '60 s') AS seq`, [
        to,
        at(20.5 * 3600),
      ]);
    const { result, rowsRead } = await costOf(found);
    expect(result.rows[0]!.seq).toBe(String(21 * 512));
    expect(rowsRead).toBeGreaterThan(10);
    expect(rowsRead).toBeLessThan(30);
  });

  /** Rows of the books that the owner's connection reads meanwhile. */
  async function costOf<T>(read: () => Promise<T>): Promise<{ result: T; rowsRead: number }> {
    const readSoFar = async () => {
      const { rows } = await books.owner.query<{ rows: string }>(
        `SELECT sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)) AS rows FROM pg_stat_xact_all_tables
          WHERE schemaname = 'ledger'`,
      );
      return Number(rows[0]!.rows);
    };
    await books.owner.query('BEGIN');
    const before = await readSoFar();
    const result = await read();
    const rowsRead = (await readSoFar()) - before;
    await books.owner.query('COMMIT');
    return { result, rowsRead };
  }
});
