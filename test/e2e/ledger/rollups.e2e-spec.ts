import type { Clock } from '@app/kernel';
import { ALL_TIME, FoldMovements, MovementSums, TopSenders } from '@app/ledger';
import type { Journal } from '@app/write-path';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { RunningProof } from '../../../libs/ledger/src/proofs/running-proof.service';
import type { FoundFault } from '../../../libs/ledger/src/proofs/run-checks';
import { RollupVerification } from '../../../libs/ledger/src/rollups/rollup-verification.service';
import { Books, movement, newId, ngn } from '../../support/books';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1, 22);
const at = (seconds: number) => new Date(START + seconds * 1000);
const NOW = at(40 * DAY);
const clockAt = (now: Date) => ({ now: () => now }) as Clock;

describe('Rollups of movements', () => {
  let books: Books;
  let sums: MovementSums;
  const clock = clockAt(NOW);
  beforeAll(async () => {
    books = await Books.open();
    sums = new MovementSums(books.app);
  });
  afterAll(async () => {
    await fold();
    expect(await books.faults()).toEqual([]);
    expect(await verified()).toEqual([]);
    await books.close();
  });

  async function fold(): Promise<void> {
    await books.seal();
    await new FoldMovements(books.app, clock).run();
  }
  const verified = async () => (await new RollupVerification(books.app).verify()).faults;

  /** A moved account whose money comes from `from`, at these seconds, with types in turns. */
  async function moved(seconds: number[], types = ['transfer', 'checkout', 'deposit']) {
    const [from, to] = [await books.openAccount('NGN', 100_000_000), await books.openAccount()];
    const move = async (second: number, i: number) => {
      const works = movement(...(i % 5 === 4 ? ([to, from] as const) : ([from, to] as const)), ngn(100 + i));
      const journals = works.journals as Journal[];
      journals[0]!.type = types[i % types.length]!;
      await commitUnits(books.app, [works], at(second), true);
    };
    for (const [i, second] of seconds.entries()) await move(second, i);
    return { account: to, move };
  }

  /** What a scan of the legs finds in the buckets. */
  async function scanned(account: string, bounds: Date[]) {
    const { rows } = await books.owner.query<Record<string, string>>(
      `SELECT width_bucket(created_at, $2::timestamptz[]) - 1 AS bucket, type, amount_minor > 0 AS credit, count(*) AS count,
              sum(abs(amount_minor)) AS minor
         FROM ledger.legs WHERE account_id = $1 AND created_at >= $3 AND created_at < $4 GROUP BY 1, 2, 3`,
      [account, bounds, bounds[0], bounds.at(-1)],
    );
    return rows.map((row) => Object.values(row).join(' ')).sort();
  }
  async function read(account: string, bounds: Date[]) {
    const found = await sums.between([account], bounds);
    return found
      .map(({ bucket, kind, isCredit, count, minor }) => [bucket, kind, isCredit, count, minor].join(' '))
      .sort();
  }

  it('are the same as a scan at every moment: before, between and after folds, with times in disorder', async () => {
    const random = randoms(11);
    // Some clocks are minutes apart, and one is days behind.
    const seconds = Array.from({ length: 90 }, (_, i) => i * 2000 + random(1200) - (i === 50 ? 3 * DAY : 0));
    const { account, move } = await moved(seconds.slice(0, 30));
    const agrees = async () => {
      for (let n = 0; n < 12; n++) {
        const bounds = Array.from({ length: 2 + random(6) }, () => at(random(60 * 3600) - 3600 * 4));
        bounds.sort((a, b) => a.getTime() - b.getTime());
        if (n % 3 === 0) for (const bound of bounds) bound.setUTCMinutes(0, 0, 0);
        expect(await read(account, bounds)).toEqual(await scanned(account, bounds));
      }
      expect(await read(account, [...ALL_TIME])).toEqual(await scanned(account, [...ALL_TIME]));
    };
    await agrees();
    for (const [i, second] of seconds.entries()) {
      if (i < 30) continue;
      await move(second, i);
      if (i === 45 || i === 60) await fold();
      if (i % 10 === 5) await agrees();
    }
    await fold();
    await agrees();
  });

  it('count nothing twice, however many fold at once and wherever they stop', async () => {
    const { account, move } = await moved(Array.from({ length: 25 }, (_, i) => i * 600));
    await books.seal();
    // Small steps, of which one is rolled back as if its process were killed.
    const step = () => books.app.query('SELECT * FROM ledger.fold_movements($1, 7)', [NOW]);
    await step();
    await books.owner.query('BEGIN');
    await books.owner.query('SELECT * FROM ledger.fold_movements($1, 7)', [NOW]);
    await books.owner.query('ROLLBACK');
    await Promise.all([step(), step(), new FoldMovements(books.app, clock).run()]);
    await move(99_999, 1);
    expect(await read(account, [...ALL_TIME])).toEqual(await scanned(account, [...ALL_TIME]));
    await fold();
    expect(await verified()).toEqual([]);
  });

  it('know who sent most in the last 90 days, also while the follower is behind and when days leave the window', async () => {
    const account = await books.openAccount();
    const people = [newId(), newId(), newId()] as const;
    const send = async (person: string, minor: number, second: number) => {
      const from = await books.openAccount('NGN', minor);
      const works = movement(from, account, ngn(minor));
      const journals = works.journals as Journal[];
      journals[0]!.type = 'transfer';
      journals[0]!.legs.find((leg) => leg.accountId === account)!.counterpartyId = person;
      await commitUnits(books.app, [works], at(second), true);
    };
    const top = async (now: Date) => {
      const found = await new TopSenders(books.app).of(account, now, 2);
      return found.map(({ senderId, minor }) => `${people.indexOf(senderId)} ${minor}`);
    };
    await send(people[0], 500, 0);
    await send(people[1], 300, 30 * DAY);
    expect(await top(NOW)).toEqual(['0 500', '1 300']);
    await fold();
    expect(await top(NOW)).toEqual(['0 500', '1 300']);
    await send(people[2], 400, 39 * DAY);
    await send(people[1], 50, 39 * DAY);
    expect(await top(NOW)).toEqual(['0 500', '2 400']);
    // Two months later the first payment has left the window, whether or not the sums have been moved.
    const later = at(100 * DAY);
    expect(await top(later)).toEqual(['2 400', '1 350']);
    await books.seal();
    await new FoldMovements(books.app, clockAt(later)).run();
    expect(await top(later)).toEqual(['2 400', '1 350']);
    expect(await verified()).toEqual([]);
  });

  it('are proved continuously and built again when a row is wrong, and the verification names the account', async () => {
    const { account } = await moved([0, 4000, 90_000]);
    await fold();
    const proof = new RunningProof(books.app);
    const faults = async () => {
      const found: FoundFault[] = [];
      await proof.runSteps((fault) => void found.push(fault));
      return found.filter(({ row }) => row === `rollups of ${account}`).map(({ check }) => check);
    };
    expect(await faults()).toEqual([]);
    const break_ = (sql: string) => books.owner.query(`${sql} WHERE account_id = '${account}'`);
    for (const [sql, check] of [
      [
        'UPDATE ledger.movement_days SET amount_minor = amount_minor + 1',
        'days of the rollups contain the movements up to their mark',
      ],
      ['UPDATE ledger.movement_hours SET count = count + 1', 'days of the rollups equal their hours'],
      [
        'UPDATE ledger.movement_blocks SET count = count + 1',
        'blocks of the rollups are full up to their mark',
      ],
      [
        'UPDATE ledger.folds SET folded_to = folded_to - 1',
        'days of the rollups contain the movements up to their mark',
      ],
    ] as const) {
      await break_(sql);
      expect(await faults()).toContain(check);
      expect((await verified()).map(({ row }) => row)).toContain(`rollups of ${account}`);
      await books.app.query('SELECT ledger.fold_anew($1, $2)', [account, NOW]);
      expect(await read(account, [...ALL_TIME])).toEqual(await scanned(account, [...ALL_TIME]));
      await fold();
      expect(await faults()).toEqual([]);
    }
    // Hours and days that are wrong in the same way differ from the legs.
    await break_(`UPDATE ledger.movement_hours SET kind = 'x' || kind`);
    await break_(`UPDATE ledger.movement_days SET kind = 'x' || kind`);
    expect(await faults()).toEqual(['an hour of the rollups equals its legs']);
    await books.app.query('SELECT ledger.fold_anew($1, $2)', [account, NOW]);
  });
});

/** Reproducible numbers below a limit. */
function randoms(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => (state = (state * 48271) % 2147483647) % limit;
}
