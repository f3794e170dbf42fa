import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SigningKey } from '@app/config';
import { ManualClock } from '@app/kernel';
import { CloseDays, SealAuditEntries, SealJournals } from '@app/ledger';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { CloseFilesService } from '../../../libs/ledger/src/closes/close-files.service';
import { ClosesService } from '../../../libs/ledger/src/closes/closes.service';
import { requireTransactionOrder } from '../../../libs/database/src/transaction-order';
import { Books, newId } from '../../support/books';

const HOLDS = 'the hash chain of the audit log holds';
const SEALED = 'every audit entry before the last seal is sealed';
const KEPT = 'each close kept outside the database is in it, and its journals are';

let books: Books;

/** Writes an entry as the apps do. */
async function write(action: string, by: Pool | ClientBase = books.app, at = new Date()): Promise<string> {
  const id = newId();
  await by.query(
    `INSERT INTO audit_log (id, staff_id, action, subject, before, after, reason, address, request_id, created_at)
     VALUES ($1, $2, $3, 'a subject', NULL, '{"b":1,"a":[null,"€"]}', 'a reason', '192.0.2.1', 'r', $4)`,
    [id, newId(), action, at],
  );
  return id;
}

/** Runs statements that only a superuser can: the replication role disables triggers. */
async function asSuperuser(...statements: string[]): Promise<void> {
  await books.owner.query(`SET session_replication_role = 'replica'`);
  for (const statement of statements) await books.owner.query(statement);
  await books.owner.query(`SET session_replication_role = 'origin'`);
}

const seals = async () =>
  (
    await books.owner.query<{ position: string; entry_id: string }>(
      'SELECT position, entry_id FROM ledger.audit_seals ORDER BY position',
    )
  ).rows;

describe('The chain of the audit log', () => {
  beforeAll(async () => (books = await Books.open()));
  afterAll(() => books.close());

  it('seals entries in the order of their transactions, each once, by any number of sealers', async () => {
    const written = [];
    for (const action of ['one', 'two', 'three']) written.push(await write(action));
    await Promise.all([books.sealOnce(), books.sealOnce(), books.sealOnce()]);
    await books.seal();
    expect((await seals()).map(({ entry_id }) => entry_id)).toEqual(written);
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual([]);
  });

  it('leaves entries to a later seal while an earlier transaction is open, and delays no writer', async () => {
    const slow: PoolClient = await books.app.connect();
    await slow.query('BEGIN');
    const early = await write('early', slow);
    const late = await write('late');
    await books.sealOnce();
    expect((await seals()).map(({ entry_id }) => entry_id)).not.toContain(late);
    await slow.query('COMMIT');
    slow.release();
    await books.seal();
    expect((await seals()).slice(-2).map(({ entry_id }) => entry_id)).toEqual([early, late]);
    expect(await books.faults()).toEqual([]);
  });

  it('includes entries of the service itself, who have no member of staff', async () => {
    await books.app.query(
      `INSERT INTO audit_log (id, action, address, request_id, created_at) VALUES ($1, 'ledger.fault', 'scheduler', 'r', now())`,
      [newId()],
    );
    await books.seal();
    expect(await books.faults()).toEqual([]);
  });

  it.each([
    ['change an entry', 'UPDATE audit_log SET action = action'],
    ['delete entries', 'DELETE FROM audit_log'],
    ['insert a seal', `INSERT INTO ledger.audit_seals VALUES (99, gen_random_uuid(), '1', 'x', 'x')`],
    [
      'choose the transaction of an entry',
      `INSERT INTO audit_log (id, action, address, request_id, created_at, xid)
       VALUES (gen_random_uuid(), 'x', 'x', 'x', now(), '3')`,
    ],
  ])('the role of the apps cannot %s', async (_, sql) => {
    await expect(books.app.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('the owner of the tables can change neither entries nor seals while the triggers are enabled', async () => {
    for (const table of ['audit_log', 'ledger.audit_seals']) {
      await expect(books.owner.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
      await expect(books.owner.query(`TRUNCATE ${table}`)).rejects.toThrow('append-only');
    }
    await expect(books.owner.query(`UPDATE audit_log SET reason = 'x'`)).rejects.toThrow('append-only');
    await expect(books.owner.query(`UPDATE ledger.audit_seals SET hash = ''`)).rejects.toThrow('append-only');
  });

  it('comes from this server, or the apps do not start', async () => {
    await requireTransactionOrder(books.dataSource);
    await asSuperuser(
      `INSERT INTO audit_log (id, action, address, request_id, created_at, xid)
       VALUES ('${newId()}', 'x', 'x', 'x', now(), (3 * 4294967296 + 700)::text::xid8)`,
    );
    await expect(requireTransactionOrder(books.dataSource)).rejects.toThrow('"pg_resetwal -e 4"');
  });
});

describe('A change of the audit log by a superuser', () => {
  const entries: string[] = [];
  beforeAll(async () => {
    books = await Books.open();
    for (const action of ['one', 'two', 'three', 'four']) entries.push(await write(action));
    await books.seal();
    await books.owner.query(`
      CREATE TABLE kept_entries AS SELECT * FROM audit_log;
      CREATE TABLE kept_seals AS SELECT * FROM ledger.audit_seals`);
  });
  // Each test begins with these entries, after continuous verification has checked them.
  beforeEach(async () => {
    await asSuperuser(
      'DELETE FROM audit_log',
      'DELETE FROM ledger.audit_seals',
      'DELETE FROM ledger.closes',
      'DELETE FROM book_proof_walks',
      'INSERT INTO audit_log SELECT * FROM kept_entries',
      'INSERT INTO ledger.audit_seals SELECT * FROM kept_seals',
    );
    for (const file of readdirSync(books.config.env.CLOSES_DIR))
      rmSync(path.join(books.config.env.CLOSES_DIR, file), { force: true });
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual([]);
  });
  afterAll(() => books.close());

  const entryRow = (n: number) => `${HOLDS}: audit entry ${entries[n - 1]}, seal ${n}`;

  const planted: [name: string, plant: () => string[], rows: () => string[]][] = [
    ...['action', 'subject', 'reason', 'address', 'request_id'].map((column): (typeof planted)[number] => [
      `a changed ${column}`,
      () => [`UPDATE audit_log SET ${column} = 'other' WHERE id = '${entries[1]}'`],
      () => [entryRow(2)],
    ]),
    [
      'another member of staff',
      () => [`UPDATE audit_log SET staff_id = NULL WHERE id = '${entries[1]}'`],
      () => [entryRow(2)],
    ],
    [
      'another time',
      () => [`UPDATE audit_log SET created_at = created_at + interval '1 ms' WHERE id = '${entries[3]}'`],
      () => [entryRow(4)],
    ],
    [
      'changed details',
      () => [`UPDATE audit_log SET after = '{"b":2,"a":[null,"€"]}' WHERE id = '${entries[0]}'`],
      () => [entryRow(1)],
    ],
    [
      'an entry moved to another transaction',
      () => [`UPDATE audit_log SET xid = '4' WHERE id = '${entries[1]}'`],
      () => [entryRow(2)],
    ],
    ['a removed entry', () => [`DELETE FROM audit_log WHERE id = '${entries[2]}'`], () => [entryRow(3)]],
    [
      'a removed entry with its seal',
      () => [
        `DELETE FROM audit_log WHERE id = '${entries[1]}'`,
        `DELETE FROM ledger.audit_seals WHERE position = 2`,
      ],
      () => [entryRow(3)],
    ],
    [
      'the first entry removed with its seal',
      () => [
        `DELETE FROM audit_log WHERE id = '${entries[0]}'`,
        `DELETE FROM ledger.audit_seals WHERE position = 1`,
      ],
      () => [entryRow(2)],
    ],
    [
      'a removed seal',
      () => ['DELETE FROM ledger.audit_seals WHERE position = 2'],
      () => [entryRow(3), `${SEALED}: audit entry ${entries[1]}`],
    ],
    [
      'a changed entry with a seal to match',
      () => [
        `UPDATE audit_log SET action = 'other' WHERE id = '${entries[1]}'`,
        `UPDATE ledger.audit_seals s SET hash = sha256(s.previous_hash || ledger.audit_digest(e))
           FROM audit_log e WHERE e.id = s.entry_id AND s.position = 2`,
      ],
      () => [entryRow(3)],
    ],
    [
      'an entry inserted between others',
      () => [
        `INSERT INTO audit_log (id, action, address, request_id, created_at, xid)
         SELECT gen_random_uuid(), 'forged', 'x', 'x', now(), xid FROM audit_log WHERE id = '${entries[0]}'`,
      ],
      () => [expect.stringMatching(`^${SEALED}: audit entry `) as string],
    ],
    [
      'entries in another order',
      () => [
        `UPDATE ledger.audit_seals SET position = -position`,
        `UPDATE ledger.audit_seals SET position = CASE position WHEN -2 THEN 3 WHEN -3 THEN 2 ELSE -position END`,
      ],
      () => [
        `${HOLDS}: audit entry ${entries[1]}, seal 3`,
        `${HOLDS}: audit entry ${entries[2]}, seal 2`,
        entryRow(4),
      ],
    ],
    [
      'the contents of two entries exchanged',
      () => [
        `UPDATE audit_log e SET action = other.action FROM audit_log other
          WHERE (e.id, other.id) IN (('${entries[1]}', '${entries[2]}'), ('${entries[2]}', '${entries[1]}'))`,
      ],
      () => [entryRow(2), entryRow(3)],
    ],
  ];

  it.each(planted)('%s is found', async (_, plant, rows) => {
    await asSuperuser(...plant());
    // Continuous verification has checked all of it before.
    expect((await books.faults()).sort()).toEqual(rows().sort());
    expect(await books.runningFaults()).toEqual(expect.arrayContaining(rows()));
  });

  const cutTail = () =>
    asSuperuser(
      `DELETE FROM audit_log WHERE id = '${entries[3]}'`,
      'DELETE FROM ledger.audit_seals WHERE position = 4',
    );

  it('the newest entries removed with their seals are found by continuous verification', async () => {
    await cutTail();
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual([`${HOLDS}: audit seal 4`]);
    expect(await books.runningFaults()).toEqual([]);
  });

  it('a removed tail that has grown again is found', async () => {
    await cutTail();
    await write('instead');
    await books.seal();
    expect(await books.faults()).toEqual([]);
    expect(await books.runningFaults()).toEqual([`${HOLDS}: audit seal 4`]);
  });

  describe('the audit log after the day was closed', () => {
    const DAY_MS = 86_400_000;
    const day = () => new Date().toISOString().slice(0, 10);

    async function close(): Promise<void> {
      await books.seal();
      const clock = new ManualClock();
      // An hour after the next midnight, so that only the day of the entries is closed.
      clock.freeze(new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 3_600_000));
      const key = new SigningKey(books.config);
      const sealers = [new SealJournals(books.app), new SealAuditEntries(books.app)] as const;
      const closes = new ClosesService(books.app, key, clock);
      await new CloseDays(...sealers, closes, new CloseFilesService(books.config), key, clock).run();
    }
    const file = () => path.join(books.config.env.CLOSES_DIR, `${day()}.json`);

    it('is a part of the close, also on days on which no money moved', async () => {
      await close();
      const { document } = JSON.parse(readFileSync(file(), 'utf8')) as { document: { audit: unknown } };
      const { rows } = await books.owner.query(
        `SELECT position AS last_position, encode(hash, 'hex') AS last_hash FROM ledger.audit_seals WHERE position = 4`,
      );
      expect(document.audit).toEqual(rows[0]);
      expect(await books.faults()).toEqual([]);
    });

    it('a removed tail is found by the file of the close', async () => {
      await close();
      await cutTail();
      await asSuperuser('DELETE FROM ledger.closes');
      expect(await books.faults()).toEqual([`${KEPT}: close file ${day()}`]);
      // Without the close file no check finds it.
      rmSync(file(), { force: true });
      expect(await books.faults()).toEqual([]);
    });

    it('a log rewritten from the first entry on, with seals to match, is found by row and file', async () => {
      await close();
      await asSuperuser(`UPDATE audit_log SET reason = 'other'`, 'DELETE FROM ledger.audit_seals');
      await books.seal();
      expect(await books.faults()).toEqual([
        `each daily close is what the seals and journals say: close ${day()}`,
        `${KEPT}: close file ${day()}`,
      ]);
    });

    it('waits until every entry of the day is sealed', async () => {
      await books.owner.query('BEGIN');
      await books.owner.query('SELECT pg_current_xact_id()');
      await write('late');
      const { rows } = await books.owner.query<{ found: boolean }>(
        'SELECT count(*) > 4 AS found FROM audit_log',
      );
      expect(rows[0]!.found).toBe(true);
      const clock = new ManualClock();
      clock.freeze(new Date(Date.now() + DAY_MS + 3_600_000));
      const key = new SigningKey(books.config);
      const closes = new ClosesService(books.app, key, clock);
      await new SealAuditEntries(books.app).run();
      expect(await closes.close(day(), null)).toBe(false);
      await books.owner.query('ROLLBACK');
      await books.seal();
      expect(await closes.close(day(), null)).toBe(true);
    });
  });
});
