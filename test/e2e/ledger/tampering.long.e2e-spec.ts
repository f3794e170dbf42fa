import type { PendingWrites } from '@app/write-path';
import { BookFaultFound } from '@app/ledger';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { EncodedUnits } from '../../../libs/write-path/src/commit/write-encoding';
import { Books, movement, newId, ngn } from '../../support/books';

let books: Books;
let alice: string;
let bob: string;

/** Opens a ledger with one transfer, sealed and without faults. */
async function openBooks(): Promise<void> {
  books = await Books.open();
  alice = await books.openAccount('NGN', 1000);
  bob = await books.openAccount('NGN', 1000);
  await commitUnits(books.app, [movement(alice, bob, ngn(100), { fee: 1 })], new Date(), true);
  await books.seal();
  expect(await books.faults()).toEqual([]);
  expect(await books.runningFaults()).toEqual([]);
}

describe('a refused change', () => {
  beforeAll(openBooks);
  afterAll(() => books.close());

  describe('the role of the apps', () => {
    it.each([
      ['change a balance', 'UPDATE ledger.balances SET balance_minor = balance_minor + 1'],
      [
        'insert a balance',
        `INSERT INTO ledger.balances (account_id, currency) VALUES (gen_random_uuid(), 'NGN')`,
      ],
      ['change a leg', 'UPDATE ledger.legs SET amount_minor = 1'],
      ['delete legs', 'DELETE FROM ledger.legs'],
      ['truncate the journal', 'TRUNCATE ledger.journals CASCADE'],
      [
        'insert a leg',
        `INSERT INTO ledger.legs VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'x', 5, 5, null, now())`,
      ],
      ['insert a journal', `INSERT INTO ledger.journals SELECT * FROM ledger.journals LIMIT 1`],
      ['insert a seal', `INSERT INTO ledger.seals VALUES (99, gen_random_uuid(), '1', 'x')`],
      ['disable the append-only trigger', 'ALTER TABLE ledger.legs DISABLE TRIGGER ALL'],
      ['change the audit log', 'UPDATE audit_log SET action = action'],
      ['delete from the audit log', 'DELETE FROM audit_log'],
    ])('cannot %s', async (_, sql) => {
      await expect(books.app.query(sql)).rejects.toMatchObject({ code: '42501' });
    });
  });

  /** Sums of the journal, which are computed anew where they are wrong. */
  const DERIVED = new Set(
    [
      'fold_walk',
      'folds',
      'movement_hours',
      'movement_days',
      'movement_blocks',
      'movement_superblocks',
      'sender_days',
      'senders',
      'search_blocks',
      'counterparty_blocks',
    ].map((name) => `ledger.${name}`),
  );

  const tables = async () => {
    const { rows } = await books.owner.query<{ name: string; column: string }>(
      `SELECT c.oid::regclass::text AS name,
              (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = 1) AS column
         FROM pg_class c WHERE c.relnamespace = 'ledger'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );
    return rows;
  };

  it('the role of the apps can change no table of the ledger and no partition', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(24 + 7);
    for (const { name, column } of all) {
      for (const sql of [
        `INSERT INTO ${name} DEFAULT VALUES`,
        `UPDATE ${name} SET ${column} = ${column}`,
        `DELETE FROM ${name}`,
        `TRUNCATE ${name} CASCADE`,
      ])
        await expect(books.app.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('the owner of the tables can neither change nor truncate them while the triggers are enabled', async () => {
    const mutable = ['ledger.balances', 'ledger.service_balances'];
    for (const { name, column } of await tables()) {
      if (DERIVED.has(name)) continue;
      const isPart = /_\d+$/.test(name);
      const { rowCount } = await books.owner.query(`SELECT 1 FROM ${name} LIMIT 1`);
      await expect(books.owner.query(`TRUNCATE ${name}`)).rejects.toThrow('append-only');
      if (isPart || rowCount === 0) continue;
      await expect(books.owner.query(`DELETE FROM ${name}`)).rejects.toThrow('append-only');
      if (mutable.includes(name)) continue;
      const change = books.owner.query(`UPDATE ${name} SET ${column} = ${column}`);
      await expect(change).rejects.toThrow('append-only');
    }
  });

  it('no role can overdraw an account while the constraints exist', async () => {
    const overdrawn = books.owner.query('UPDATE ledger.balances SET balance_minor = -1');
    await expect(overdrawn).rejects.toMatchObject({ code: '23514' });
    const leg = books.owner.query(
      `INSERT INTO ledger.legs VALUES ($1, 9, $2, 'transfer', -5, -5, null, now())`,
      [alice, newId()],
    );
    await expect(leg).rejects.toMatchObject({ code: '23514' });
  });

  describe('the posting function', () => {
    const commit = (pendingWrites: PendingWrites) =>
      commitUnits(books.app, [pendingWrites], new Date(), true);
    /** The call as the apps make it, with some of its arrays replaced. */
    async function commitForged(
      pendingWrites: PendingWrites,
      forged: Record<string, string>,
    ): Promise<unknown> {
      const { parameters } = new EncodedUnits([pendingWrites]);
      const { rows } = await books.owner.query<{ name: string; type: string }>(
        `SELECT a.name, format_type(a.type, NULL) AS type
           FROM pg_proc, unnest(proargnames, proallargtypes, proargmodes) AS a(name, type, mode)
          WHERE oid = 'ledger.commit_units'::regproc AND a.mode = 'i'`,
      );
      const values: unknown[] = [new Date(), true, ...parameters];
      const places = rows.map(({ name, type }, i) => {
        if (name in forged) values[i] = forged[name];
        return `$${i + 1}::${type}`;
      });
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(forged)));
      return books.app.query(`SELECT * FROM ledger.commit_units(${places.join(', ')})`, values);
    }
    const untouched = async () => {
      expect([await books.balanceOf(alice), await books.balanceOf(bob)]).toEqual([899n, 1100n]);
      await books.seal();
      expect([...(await books.faults()), ...(await books.runningFaults())]).toEqual([]);
    };
    afterEach(untouched);

    it('refuses an overdraft, by one unit or by a large amount', async () => {
      for (const minor of [900, 10 ** 15])
        expect(await commit(movement(alice, bob, ngn(minor)))).toEqual([{ kind: 'insufficient-funds' }]);
    });

    it('refuses legs that do not sum to zero', async () => {
      const work = movement(alice, bob, ngn(100));
      work.journals[0]!.legs[1] = { accountId: bob, amount: ngn(101) };
      await expect(commit(work)).rejects.toMatchObject({ code: '23514' });
    });

    it('refuses legs in different currencies', async () => {
      const dollars = await books.openAccount('USD');
      await expect(commit(movement(alice, dollars, ngn(100)))).rejects.toMatchObject({ code: '23514' });
    });

    it('refuses a posting together with an event of test mode', async () => {
      const work = movement(alice, bob, ngn(100));
      work.events.push({ id: newId(), event: new BookFaultFound(newId(), newId(), 'test', {} as never) });
      await expect(commit(work)).rejects.toThrow('test mode never reaches the ledger');
    });

    it('refuses a leg that belongs to no journal, or to no unit', async () => {
      const work = movement(alice, bob, ngn(100));
      await expect(commitForged(work, { l_journal: '{1,2}' })).rejects.toMatchObject({ code: '23514' });
      await expect(commitForged(work, { l_unit: '{1,2}' })).rejects.toMatchObject({ code: '23514' });
      await expect(commitForged(work, { l_amount: '{-100,NULL}' })).rejects.toThrow();
    });

    it('refuses one account listed twice, which would spend its balance twice', async () => {
      const work = movement(alice, bob, ngn(800));
      const forged = {
        a_id: `{${alice},${alice},${bob}}`,
        l_unit: '{1,1,1}',
        l_journal: '{1,1,1}',
        l_account: '{1,2,3}',
        l_amount: '{-800,-800,1600}',
        l_counterparty: '{NULL,NULL,NULL}',
      };
      await expect(commitForged(work, forged)).rejects.toMatchObject({ code: '23505' });
    });

    it('refuses arrays with a lower bound other than one, which would decide by other amounts than are written', async () => {
      const work = movement(alice, bob, ngn(100));
      const forgeries: Record<string, string>[] = [
        // Balances would be decided by the second amount and the third, legs written by the first and the second.
        { l_amount: '[0:2]={-100,100,0}' },
        { l_account: '[0:2]={1,2,2}' },
        { a_id: `[0:1]={${alice},${bob}}` },
        { j_amount: '[0:0]={1}' },
      ];
      for (const forged of forgeries)
        await expect(commitForged(work, forged)).rejects.toThrow('arrays begin at one');
    });
  });

  it('seals every journal once, in order, while transactions are still open', async () => {
    const slow = await books.app.connect();
    await slow.query('BEGIN');
    await commitUnits(slow, [movement(bob, alice, ngn(10))], new Date(), true);
    const quickPair = [await books.openAccount('NGN', 50), await books.openAccount()] as const;
    await commitUnits(books.app, [movement(quickPair[0], quickPair[1], ngn(20))], new Date(), true);
    await books.sealOnce();
    expect(await books.faults()).toEqual([]);
    await slow.query('COMMIT');
    slow.release();
    await books.seal();
    const { rows } = await books.owner.query<{ journals: string; seals: string }>(
      'SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.seals) AS seals',
    );
    expect(rows[0]!.seals).toBe(rows[0]!.journals);
    expect(await books.faults()).toEqual([]);
  });
});

describe('A change by a superuser', () => {
  beforeEach(openBooks);
  afterEach(() => books.close());

  const planted: [
    string,
    (sql: Books['owner'], accounts: { alice: string; bob: string }) => Promise<unknown>,
    RegExp,
    /** The fault that continuous verification reports, if it is another one. */
    RegExp?,
  ][] = [
    [
      'a raised balance',
      (sql, { bob }) =>
        sql.query('UPDATE ledger.balances SET balance_minor = 99999 WHERE account_id = $1', [bob]),
      /each balance equals the sum of its legs: account/,
      /each balance is what the last leg left: account/,
    ],
    [
      'a deleted balance',
      (sql, { bob }) => sql.query('DELETE FROM ledger.balances WHERE account_id = $1', [bob]),
      /one balance, in its currency: account/,
    ],
    [
      'a balance of another currency',
      (sql, { bob }) => sql.query(`UPDATE ledger.balances SET currency = 'USD' WHERE account_id = $1`, [bob]),
      /one balance, in its currency: account/,
    ],
    [
      'an account of the service with a customer balance',
      (sql) =>
        sql.query(
          `INSERT INTO ledger.balances (account_id, currency)
           SELECT id, currency FROM ledger.accounts WHERE code = 'transfer-fees' AND currency = 'NGN'`,
        ),
      /one balance, in its currency: account/,
    ],
    [
      'a leg moved to an unknown account',
      (sql, { bob }) =>
        sql.query('UPDATE ledger.legs SET account_id = $2 WHERE account_id = $1 AND seq = 2', [bob, newId()]),
      /each leg belongs to a journal that names it: leg/,
    ],
    [
      'truncated legs',
      (sql) => sql.query('TRUNCATE ledger.legs'),
      /each leg a journal names exists as named: journal/,
    ],
    [
      'a changed leg',
      (sql, { bob }) =>
        sql.query('UPDATE ledger.legs SET amount_minor = 777 WHERE account_id = $1 AND seq = 2', [bob]),
      /each leg a journal names exists as named: journal/,
    ],
    [
      'a deleted leg',
      (sql, { alice }) => sql.query('DELETE FROM ledger.legs WHERE account_id = $1 AND seq = 2', [alice]),
      /numbered without gaps: account/,
    ],
    [
      'an inserted leg',
      (sql, { alice }) =>
        sql.query(`INSERT INTO ledger.legs VALUES ($1, 3, $2, 'deposit', 5000, 5899, null, now())`, [
          alice,
          newId(),
        ]),
      /each leg belongs to a journal that names it: leg/,
    ],
    [
      'a changed balance after a leg',
      (sql, { alice }) =>
        sql.query('UPDATE ledger.legs SET balance_after_minor = 1 WHERE account_id = $1 AND seq = 1', [
          alice,
        ]),
      /balance-after of each leg follows from the leg before: leg/,
    ],
    [
      'a journal rewritten together with its legs',
      (sql) => sql.query(`UPDATE ledger.journals SET description = 'something else' WHERE type = 'transfer'`),
      /the hash chain holds: seal/,
    ],
    [
      'an unbalanced journal',
      (sql) => sql.query('UPDATE ledger.journals SET amounts[1] = amounts[1] + 5'),
      /each journal sums to zero in each currency: journal/,
    ],
    [
      'a removed journal',
      (sql) =>
        sql.query(
          `DELETE FROM ledger.journals WHERE id = (SELECT journal_id FROM ledger.seals WHERE position = 2)`,
        ),
      /the hash chain holds: seal 2/,
    ],
    [
      'a removed seal',
      (sql) => sql.query('DELETE FROM ledger.seals WHERE position = 2'),
      /every journal before the last seal is sealed|the hash chain holds/,
    ],
    [
      'a changed seal',
      (sql) => sql.query(`UPDATE ledger.seals SET hash = sha256('forged') WHERE position = 1`),
      /the hash chain holds: seal 1/,
    ],
    [
      'a journal inserted before the last seal',
      (sql) =>
        sql.query(
          `INSERT INTO ledger.journals SELECT $1, '3', type, event_id, currency, amount_minor, fee_minor, reference, description,
             related_type, related_id, metadata, accounts, amounts, seqs, created_at FROM ledger.journals LIMIT 1`,
          [newId()],
        ),
      /every journal before the last seal is sealed: journal/,
    ],
    [
      'a changed sum of a service account',
      (sql) => sql.query('UPDATE ledger.service_balances SET balance_minor = balance_minor + 1'),
      /folded balances of the service equal its sealed legs: account/,
    ],
  ];

  const both = planted.map(([name, plant, finding, running = finding]) => ({
    name,
    plant,
    finding,
    running,
  }));
  it.each(both)('$name is found', async ({ plant, finding, running }) => {
    // Only a superuser can do this: the replication role disables triggers.
    await books.owner.query(`SET session_replication_role = 'replica'`);
    await plant(books.owner, { alice, bob });
    expect((await books.faults()).join('\n')).toMatch(finding);
    // Continuous verification has checked all of it before.
    expect((await books.runningFaults()).join('\n')).toMatch(running);
  });

  it('a deletion of the last journals with all their effects is found', async () => {
    expect(await books.runningFaults()).toEqual([]);
    await books.owner.query(`SET session_replication_role = 'replica'`);
    await books.owner.query(
      `WITH cut AS (DELETE FROM ledger.seals WHERE position = 3 RETURNING journal_id),
            gone AS (DELETE FROM ledger.journals USING cut WHERE id = cut.journal_id RETURNING id, accounts, amounts),
            legs AS (DELETE FROM ledger.legs USING gone WHERE journal_id = gone.id
                     RETURNING ledger.legs.account_id, ledger.legs.amount_minor),
            fold AS (UPDATE ledger.service_balances b SET balance_minor = balance_minor - l.amount_minor
                       FROM legs l WHERE l.account_id = b.account_id)
       UPDATE ledger.balances b SET balance_minor = balance_minor - l.amount_minor, seq = seq - 1
         FROM legs l WHERE l.account_id = b.account_id`,
    );
    // The database contains no trace. Without a daily close only continuous verification detects it.
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual(['the hash chain holds: seal 3']);
    expect(await books.runningFaults()).toEqual([]);
  });

  it('a rewrite of all journals and of the hash chain is found', async () => {
    expect(await books.runningFaults()).toEqual([]);
    await books.owner.query(`SET session_replication_role = 'replica'`);
    await books.owner.query(`UPDATE ledger.journals SET description = 'never happened'`);
    await books.owner.query('DELETE FROM ledger.seals');
    await books.owner.query('DELETE FROM ledger.service_balances');
    await books.seal();
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual(['the hash chain holds: seal 3']);
  });

  it('a balance below zero is found', async () => {
    await books.owner.query('ALTER TABLE ledger.balances DROP CONSTRAINT balances_balance_minor_check');
    await books.owner.query('UPDATE ledger.balances SET balance_minor = -5 WHERE account_id = $1', [alice]);
    for (const found of [await books.faults(), await books.runningFaults()])
      expect(found.join('\n')).toMatch(`no customer account is below zero: account ${alice}`);
  });
});
