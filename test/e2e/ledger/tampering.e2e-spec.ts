import { Books, movement, newId, ngn } from '../../support/books';
import { commitUnits } from '../../../libs/database/src/commit-units';

describe('The books against tampering', () => {
  let books: Books;
  let alice: string;
  let bob: string;

  beforeEach(async () => {
    books = await Books.open();
    alice = await books.openAccount('NGN', 1000);
    bob = await books.openAccount('NGN', 1000);
    await commitUnits(books.app, [movement(alice, bob, ngn(100), { fee: 1 })], new Date(), true);
    await books.seal();
    expect(await books.faults()).toEqual([]);
  });
  afterEach(() => books.close());

  describe('the apps may', () => {
    it.each([
      ['change a balance', 'UPDATE ledger.balances SET balance_minor = balance_minor + 1'],
      [
        'open a balance by hand',
        `INSERT INTO ledger.balances (account_id, currency) VALUES (gen_random_uuid(), 'NGN')`,
      ],
      ['change a leg', 'UPDATE ledger.legs SET amount_minor = 1'],
      ['delete legs', 'DELETE FROM ledger.legs'],
      ['empty the journal', 'TRUNCATE ledger.journals CASCADE'],
      [
        'write a leg',
        `INSERT INTO ledger.legs VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'x', 5, 5, null, now())`,
      ],
      ['write a journal', `INSERT INTO ledger.journals SELECT * FROM ledger.journals LIMIT 1`],
      ['forge a seal', `INSERT INTO ledger.seals VALUES (99, gen_random_uuid(), '1', 'x')`],
      ['lift the append-only guard', 'ALTER TABLE ledger.legs DISABLE TRIGGER ALL'],
      ['change the audit log', 'UPDATE audit_log SET action = action'],
      ['delete from the audit log', 'DELETE FROM audit_log'],
    ])('not %s', async (_, sql) => {
      await expect(books.app.query(sql)).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('even their owner cannot change the journal while its guard stands', async () => {
    await expect(books.owner.query('UPDATE ledger.journals SET amount_minor = 5')).rejects.toThrow(
      'append-only',
    );
    await expect(books.owner.query('DELETE FROM ledger.legs')).rejects.toThrow('append-only');
    await expect(books.owner.query('TRUNCATE ledger.seals')).rejects.toThrow('append-only');
  });

  describe('what a superuser changes behind the guards is found and named', () => {
    const planted: [
      string,
      (sql: Books['owner'], accounts: { alice: string; bob: string }) => Promise<unknown>,
      RegExp,
    ][] = [
      [
        'a raised balance',
        (sql, { bob }) =>
          sql.query('UPDATE ledger.balances SET balance_minor = 99999 WHERE account_id = $1', [bob]),
        /each balance equals the sum of its legs: account/,
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
        'an invented leg',
        (sql, { alice }) =>
          sql.query(`INSERT INTO ledger.legs VALUES ($1, 3, $2, 'deposit', 5000, 5899, null, now())`, [
            alice,
            newId(),
          ]),
        /each leg belongs to a journal that names it: leg/,
      ],
      [
        'a changed balance-after',
        (sql, { alice }) =>
          sql.query('UPDATE ledger.legs SET balance_after_minor = 1 WHERE account_id = $1 AND seq = 1', [
            alice,
          ]),
        /balance-after of each leg follows from the leg before: leg/,
      ],
      [
        'a journal rewritten together with its legs',
        (sql) =>
          sql.query(`UPDATE ledger.journals SET description = 'something else' WHERE type = 'transfer'`),
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
        'a journal slipped in before the last seal',
        (sql) =>
          sql.query(
            `INSERT INTO ledger.journals SELECT $1, '3', type, event_id, currency, amount_minor, fee_minor, reference, description,
               related_type, related_id, metadata, accounts, amounts, seqs, created_at FROM ledger.journals LIMIT 1`,
            [newId()],
          ),
        /every journal before the last seal is sealed: journal/,
      ],
      [
        'a changed fold of a service account',
        (sql) => sql.query('UPDATE ledger.service_balances SET balance_minor = balance_minor + 1'),
        /folded balances of the service equal its sealed legs: account/,
      ],
    ];

    it.each(planted)('%s', async (_, plant, finding) => {
      // What only a superuser can do: replication role switches triggers off.
      await books.owner.query(`SET session_replication_role = 'replica'`);
      await plant(books.owner, { alice, bob });
      expect((await books.faults()).join('\n')).toMatch(finding);
    });

    it('a balance below zero', async () => {
      await books.owner.query('ALTER TABLE ledger.balances DROP CONSTRAINT balances_balance_minor_check');
      await books.owner.query('UPDATE ledger.balances SET balance_minor = -5 WHERE account_id = $1', [alice]);
      expect((await books.faults()).join('\n')).toMatch(
        `no customer account is below zero: account ${alice}`,
      );
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
