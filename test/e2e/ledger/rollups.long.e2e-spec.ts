import type { Clock } from '@app/kernel';
import { ALL_TIME, MovementFoldingService, MovementSumsQueries, TopSendersQueries } from '@app/ledger';
import type { Journal } from '@app/write-path';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import type { FoundFault } from '../../../libs/ledger/src/proofs/rules/check';
import { RollupVerificationService } from '../../../libs/ledger/src/rollups/rollup-verification.service';
import { Books, movement, newId, ngn, RULES } from '../../support/books';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1, 22);
const at = (seconds: number) => new Date(START + seconds * 1000);
const NOW = at(40 * DAY);
const clockAt = (now: Date) => ({ now: () => now }) as Clock;

describe('Rollups of movements', () => {
  let books: Books;
  let sums: MovementSumsQueries;
  const clock = clockAt(NOW);
  beforeAll(async () => {
    books = await Books.open();
    sums = new MovementSumsQueries(books.app);
  });
  afterAll(async () => {
    await fold();
    expect(await books.faults()).toEqual([]);
    expect(await verified()).toEqual([]);
    await books.close();
  });

  async function fold(): Promise<void> {
    await books.seal();
    await new MovementFoldingService(books.app, clock).fold();
  }
  const verified = async () => (await new RollupVerificationService(books.app).verify()).faults;

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

  /** What both ways of reading sums find without kinds, and how many movements each type has. */
  async function readBroadly(account: string, bounds: Date[]) {
    const [byKind, flows] = await Promise.all([
      sums.between([account], bounds),
      sums.flowsBetween([account], bounds),
    ]);
    const merged = new Map<string, { count: bigint; minor: bigint }>();
    for (const { bucket, isCredit, count, minor } of byKind) {
      const [key, one] = [`${bucket} ${isCredit}`, merged.get(`${bucket} ${isCredit}`)];
      merged.set(key, { count: count + (one?.count ?? 0n), minor: minor + (one?.minor ?? 0n) });
    }
    const found = flows.map((flow) => [`${flow.bucket} ${flow.isCredit}`, flow.count, flow.minor].join(' '));
    return [found.sort(), [...merged].map(([key, sum]) => [key, sum.count, sum.minor].join(' ')).sort()];
  }
  async function countsOfTypes(account: string) {
    const { rows } = await books.owner.query<{ type: string; count: string }>(
      'SELECT type, count(*) AS count FROM ledger.legs WHERE account_id = $1 GROUP BY 1',
      [account],
    );
    const counted = rows.map(async ({ type }) => [type, String(await sums.countOfType([account], type))]);
    return [await Promise.all(counted), rows.map(({ type, count }) => [type, count])];
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
        const [flows, kinds] = await readBroadly(account, bounds);
        expect(flows).toEqual(kinds);
      }
      const [counted, counts] = await countsOfTypes(account);
      expect(counted).toEqual(counts);
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
    await Promise.all([step(), step(), new MovementFoldingService(books.app, clock).fold()]);
    await move(99_999, 1);
    expect(await read(account, [...ALL_TIME])).toEqual(await scanned(account, [...ALL_TIME]));
    await fold();
    expect(await verified()).toEqual([]);
  });

  it('wait until an account has enough movements, and are summed exactly while they wait', async () => {
    const { account, move } = await moved(Array.from({ length: 63 }, (_, i) => i * 600));
    const follow = async () => {
      await books.seal();
      await new MovementFoldingService(books.app, clock).fold(undefined, 64);
      const { rows } = await books.owner.query<{ folded_to: string }>(
        'SELECT folded_to FROM ledger.folds WHERE account_id = $1',
        [account],
      );
      expect(await read(account, [...ALL_TIME])).toEqual(await scanned(account, [...ALL_TIME]));
      return rows.map(({ folded_to: to }) => to);
    };
    expect(await follow()).toEqual([]);
    await move(50_000, 0);
    expect(await follow()).toEqual(['64']);
    await move(50_600, 0);
    expect(await follow()).toEqual(['64']);
  });

  it('show who sent most in the last 90 days, also while the follower is behind and when days leave the window', async () => {
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
      const found = await new TopSendersQueries(books.app).of(account, now, 2);
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
    await new MovementFoldingService(books.app, clockAt(later)).fold();
    expect(await top(later)).toEqual(['2 400', '1 350']);
    expect(await verified()).toEqual([]);
  });

  it('find the pages of a type, a time and both as a scan does, over more than a superblock and an unfolded rest', async () => {
    const account = await books.openAccount();
    const movements = 66_000;
    // Rows as the posting function writes them; a few times are in disorder, and two types lie in one part each.
    await books.owner.query(
      `INSERT INTO ledger.legs (account_id, seq, journal_id, type, amount_minor, balance_after_minor, created_at)
       SELECT $1, n, $2, CASE WHEN n % 97 = 3 THEN 'invoice' WHEN n BETWEEN 300 AND 310 THEN 'fee' WHEN n > 65800 THEN 'payroll' ELSE 'transfer' END,
              1, n, $3::timestamptz + (n * 40 + n % 7 * 90) * interval '1 second' FROM generate_series(1, ${movements}) n`,
      [account, newId(), at(0)],
    );
    const balance = (seq: number) =>
      books.owner.query('UPDATE ledger.balances SET seq = $2, balance_minor = $2 WHERE account_id = $1', [
        account,
        seq,
      ]);
    await balance(65_900);
    await books.owner.query('INSERT INTO ledger.folds VALUES ($1, 0, $2, true)', [account, NOW]);
    await new MovementFoldingService(books.app, clock).fold();
    await balance(movements);
    const random = randoms(5);
    expect(await sums.countOfType([account], 'invoice')).toBe(BigInt(Math.floor((movements - 3) / 97) + 1));
    for (let n = 0; n < 60; n++) {
      const type = [null, 'invoice', 'fee', 'payroll', 'transfer', 'refund'][random(6)];
      const [a, b] = [random(movements), random(movements)].sort((one, other) => one - other);
      const [from, to] = n % 3 === 0 ? ['-infinity', 'infinity'] : [at(a! * 40), at(b! * 40)];
      const before = n % 4 === 0 ? 2 ** 40 : random(movements);
      const skip = [0, random(700), random(movements)][n % 3];
      const values = [account, type, from, to, before, skip, 1 + random(30)];
      const found = await books.app.query(
        'SELECT find_movements AS seq FROM ledger.find_movements($1, $2, $3, $4, $5, $6, $7)',
        values,
      );
      const scanned = await books.owner.query(
        `SELECT seq FROM ledger.legs WHERE account_id = $1 AND ($2::text IS NULL OR type = $2) AND created_at >= $3 AND created_at < $4
            AND seq < $5 ORDER BY seq DESC OFFSET $6 LIMIT $7`,
        values,
      );
      expect([values, found.rows]).toEqual([values, scanned.rows]);
    }
    expect(await verified()).toEqual([]);
    await books.owner.query(`SET session_replication_role = 'replica'`);
    await books.owner.query('DELETE FROM ledger.legs WHERE account_id = $1', [account]);
    await books.owner.query(`SET session_replication_role = 'origin'`);
    await balance(0);
    await books.app.query('SELECT ledger.fold_anew($1, $2)', [account, NOW]);
  });

  describe('searches for texts', () => {
    const MOVEMENTS = 1500;
    /** Words of few letters, so that every trigram of an absent text is somewhere, and those that SQL and lines could misread. */
    const WORDS = [
      'lunch',
      'LUNCHLUN',
      'rice_50%',
      "o'neil",
      'Ọmọ\u0301',
      'a\\b',
      '&',
      'ab',
      'ÉCOLE',
      '--',
      '@ada',
    ];
    let account: string;
    let people: string[];
    beforeAll(async () => {
      account = await books.openAccount();
      people = [await person('adaobi', 'Ada', 'Obi'), await person('ben_eze', 'Ben', 'Eze & Sons')];
      const random = randoms(23);
      const text = () => Array.from({ length: 1 + random(3) }, () => WORDS[random(WORDS.length)]!).join(' ');
      const rows = Array.from({ length: MOVEMENTS }, (_, i) => {
        const description = i === 200 ? 'a single\nneedle' : i % 5 === 0 ? null : text();
        const reference = i % 3 === 0 ? `ref-${random(100_000)}` : null;
        // The person of the second name is in few movements, which are old.
        const counterparty = i === 300 || i === 620 ? people[1]! : i % 4 === 0 ? people[0]! : null;
        return {
          id: newId(),
          seq: i + 1,
          description,
          reference,
          counterparty,
          type: i % 50 === 3 ? 'invoice' : 'transfer',
        };
      });
      await books.owner.query(`SET session_replication_role = 'replica'`);
      await books.owner.query(
        `INSERT INTO ledger.journals (id, type, event_id, currency, amount_minor, fee_minor, reference, description, related_type,
                                      related_id, metadata, accounts, amounts, seqs, created_at)
         SELECT id, type, id, 'NGN', 1, 0, reference, description, 'transfer', id, NULL, ARRAY[$1::uuid, id], ARRAY[1, -1], ARRAY[seq, -seq], $3::timestamptz + seq * interval '1 minute'
           FROM jsonb_to_recordset($2) AS r(id uuid, seq bigint, description text, reference text, counterparty uuid, type text)`,
        [account, JSON.stringify(rows), at(0)],
      );
      await books.owner.query(
        `INSERT INTO ledger.legs (account_id, seq, journal_id, type, amount_minor, balance_after_minor, counterparty_id, created_at)
         SELECT $1, seq, id, type, 1, seq, counterparty, $3::timestamptz + seq * interval '1 minute'
           FROM jsonb_to_recordset($2) AS r(id uuid, seq bigint, description text, reference text, counterparty uuid, type text)`,
        [account, JSON.stringify(rows), at(0)],
      );
      await books.owner.query(`SET session_replication_role = 'origin'`);
      await books.owner.query(
        'UPDATE ledger.balances SET seq = $2, balance_minor = $2 WHERE account_id = $1',
        [account, MOVEMENTS],
      );
      await books.owner.query('INSERT INTO ledger.folds VALUES ($1, 0, $2, true)', [account, NOW]);
    });
    afterAll(async () => {
      await books.owner.query(`SET session_replication_role = 'replica'`);
      await books.owner.query('DELETE FROM ledger.legs WHERE account_id = $1', [account]);
      await books.owner.query('DELETE FROM ledger.journals WHERE accounts[1] = $1', [account]);
      await books.owner.query(`SET session_replication_role = 'origin'`);
      await books.owner.query('UPDATE ledger.balances SET seq = 0, balance_minor = 0 WHERE account_id = $1', [
        account,
      ]);
      await books.app.query('SELECT ledger.fold_anew($1, $2)', [account, NOW]);
    });

    async function person(usertag: string, first: string, last: string): Promise<string> {
      const id = newId();
      await books.owner.query(
        `INSERT INTO users (id, version, account_type, email, password_hash, first_name, last_name, usertag, country_code, currency,
                            kyc_level, kyc_status, kyb_status, referral_code, created_at)
         VALUES ($1, 1, 'personal', $2, '-', $3, $4, $5, 'NG', 'NGN', 0, 'none', 'none', $5, now())`,
        [id, `${usertag}@example.com`, first, last, usertag],
      );
      return id;
    }

    interface Search {
      q: string;
      type?: string;
      from?: Date;
      to?: Date;
      before?: number;
    }
    /** All numbers, however often a request that may do only so much has to go on. */
    async function search(
      { q, type, from, to, before = MOVEMENTS + 1 }: Search,
      most: [limit: number, read: number, blocks: number],
    ) {
      const numbers: string[] = [];
      for (let next = String(before), requests = 0; ; requests++) {
        const { rows } = await books.app.query<{ seq: string; is_found: boolean }>(
          'SELECT seq, is_found FROM ledger.search_movements($1, $2, $3, $4, $5, $6, $7, $8, $9)',
          [account, q, type ?? null, from ?? '-infinity', to ?? 'infinity', next, ...most],
        );
        const found = rows.filter((row) => row.is_found).map(({ seq }) => seq);
        numbers.push(...found);
        const end =
          rows.find((row) => !row.is_found)?.seq ?? (found.length === most[0] ? found.at(-1)! : null);
        if (end === null) return { numbers, requests };
        next = end;
      }
    }
    async function scan({ q, type, from, to, before = MOVEMENTS + 1 }: Search) {
      const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
      const { rows } = await books.owner.query<{ seq: string }>(
        `SELECT l.seq FROM ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id LEFT JOIN users u ON u.id = l.counterparty_id
          WHERE l.account_id = $1 AND ($4::text IS NULL OR l.type = $4) AND l.created_at >= $5 AND l.created_at < $6 AND l.seq < $7
            AND (replace(j.description, E'\n', ' ') ILIKE $2 OR j.reference ILIKE $2 OR u.usertag ILIKE $3 OR u.first_name || ' ' || u.last_name ILIKE $3)
          ORDER BY l.seq DESC`,
        [account, like, like.replace('%@', '%'), type ?? null, from ?? '-infinity', to ?? 'infinity', before],
      );
      return rows.map(({ seq }) => seq);
    }
    const TEXTS = [
      ...[
        'lunch',
        'unch lun',
        'lunch lunch',
        'lunchlunch',
        'hlu',
        'CHLUN',
        'rice_50%',
        '_50',
        "O'NEIL",
        'ọmọ\u0301',
        'a\\b',
        '& &',
        'b &',
        '--',
      ],
      ...[
        'École ab',
        'ab',
        'a',
        '%',
        'ref-1',
        'ref-12',
        'single needle',
        'needl',
        'no such text',
        'ada',
        '@ada',
        'adaobi',
        '@ben_eze',
      ],
      ...['ze & so', 'Ben', 'f-1 l', 'lunch\u0301'],
    ];

    it('find them as a scan does, before, between and after they are indexed, with any limit and other filters', async () => {
      const random = randoms(3);
      const agrees = async () => {
        for (const q of TEXTS) {
          const filter: Search = { q };
          const n = random(5);
          if (n === 1) filter.type = ['invoice', 'transfer', 'payroll'][random(3)];
          if (n === 2) filter.from = at(random(MOVEMENTS) * 60);
          if (n >= 2 && n < 4) filter.to = at(random(2 * MOVEMENTS) * 60);
          if (n === 4) filter.before = random(MOVEMENTS);
          const most = [1 + random(300), 100 + random(2000), 2 + random(40)] as [number, number, number];
          const { numbers } = await search(filter, most);
          expect([filter, most, numbers]).toEqual([filter, most, await scan(filter)]);
        }
      };
      const fold = (most: number) =>
        books.app.query('SELECT * FROM ledger.fold_movements($1, $2)', [NOW, most]);
      await agrees();
      await fold(700);
      await agrees();
      await books.app.query('SELECT ledger.index_movements(640)');
      await agrees();
      await new MovementFoldingService(books.app, clock).fold();
      const { rows } = await books.owner.query(
        'SELECT indexed_to, is_unindexed FROM ledger.folds WHERE account_id = $1',
        [account],
      );
      expect(rows).toEqual([{ indexed_to: '1472', is_unindexed: false }]);
      await agrees();
      expect(await verified()).toEqual([]);
    });

    it('find those of any age without reading the movements between, and by the present names of counterparties', async () => {
      const once = (q: string) => search({ q }, [100, 10_000, 4]);
      expect(await once('single needle')).toEqual({ numbers: ['201'], requests: 0 });
      expect(await once('no such text')).toEqual({ numbers: [], requests: 0 });
      expect(await once('sons')).toEqual({ numbers: ['621', '301'], requests: 0 });
      await books.owner.query(`UPDATE users SET last_name = 'Needle' WHERE id = $1`, [people[1]]);
      expect(await once('sons')).toEqual({ numbers: [], requests: 0 });
      expect(await once('ben needle')).toEqual({ numbers: ['621', '301'], requests: 0 });
      expect(await once('needle')).toEqual({ numbers: ['621', '301', '201'], requests: 0 });
    });

    it('read no more than a limit in one request, where the trigrams of an absent text are everywhere', async () => {
      const { numbers, requests } = await search({ q: 'lunchlunch' }, [100, 10_000, 4]);
      expect(numbers).toEqual([]);
      expect(requests).toBeGreaterThan(1);
      // A text without trigrams is searched in as many movements as one request may read.
      expect((await search({ q: '--' }, [2000, 700, 4])).requests).toBe(2);
    });

    it('are verified', async () => {
      await books.owner.query(
        `UPDATE ledger.search_blocks SET texts = texts || 'x' WHERE account_id = $1 AND block = 3`,
        [account],
      );
      expect((await verified()).map(({ check }) => check)).toEqual([
        'texts of the search equal a scan of the legs',
      ]);
      await books.owner.query('DELETE FROM ledger.search_blocks WHERE account_id = $1 AND block = 3', [
        account,
      ]);
      expect((await books.runningFaults()).filter((fault) => fault.startsWith('texts of'))).toHaveLength(1);
      await books.app.query('SELECT ledger.fold_anew($1, $2)', [account, NOW]);
      await new MovementFoldingService(books.app, clock).fold();
      expect(await verified()).toEqual([]);
    });
  });

  it('are proved continuously and built again when a row is wrong, and the verification names the account', async () => {
    const { account } = await moved([0, 4000, 90_000]);
    await fold();
    const proof = new RunningProofService(books.app, RULES);
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
