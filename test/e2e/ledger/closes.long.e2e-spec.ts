import { createPublicKey, verify } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config, SigningKey } from '@app/config';
import { canonicalJson, ManualClock } from '@app/kernel';
import { CloseDays, SealAuditEntries, SealJournals } from '@app/ledger';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { CloseFilesService } from '../../../libs/ledger/src/closes/close-files.service';
import { ClosesService } from '../../../libs/ledger/src/closes/closes.service';
import { Books, movement, ngn } from '../../support/books';

const time = (text: string) => new Date(`2026-03-${text}Z`);

describe('The close of a day', () => {
  let books: Books;
  let alice: string;
  let bob: string;
  beforeEach(async () => {
    books = await Books.open();
    [alice, bob] = [await books.openAccount(), await books.openAccount()];
    await move('01T10:00:00', 5000, bob, alice, true);
    await move('01T11:00:00', 100);
  });
  afterEach(() => books.close());

  async function move(at: string, minor: number, from = alice, to = bob, isFirst = false): Promise<void> {
    if (isFirst) {
      const { rows } = await books.owner.query<{ id: string }>(
        `SELECT id FROM ledger.accounts WHERE code = 'opening-balances' AND currency = 'NGN'`,
      );
      from = rows[0]!.id;
    }
    await commitUnits(books.app, [movement(from, to, ngn(minor))], time(at), true);
  }

  const close = async (at: string, { config = books.config, sealed = true } = {}) => {
    if (sealed) await books.seal();
    const clock = new ManualClock();
    clock.freeze(time(at));
    const key = new SigningKey(config);
    const closes = new ClosesService(books.app, key, clock);
    const sealers = [new SealJournals(books.app), new SealAuditEntries(books.app)] as const;
    return new CloseDays(...sealers, closes, new CloseFilesService(config), key, clock).run();
  };
  const recorded = async () =>
    (
      await books.owner.query<{ day: string; document: string }>(
        `SELECT to_char(day, 'DD') AS day, document FROM ledger.closes ORDER BY closes.day`,
      )
    ).rows;
  const days = async () => (await recorded()).map(({ day }) => day);
  const directory = () => books.config.env.CLOSES_DIR;
  const fileOf = (day: string) => path.join(directory(), `2026-03-${day}.json`);

  it('says where the books stood, signed, in the database and in a file', async () => {
    await close('02T00:01:00');
    const file = JSON.parse(readFileSync(fileOf('01'), 'utf8'));
    expect(file.document).toMatchObject({
      kind: 'ledger-close',
      day: '2026-03-01',
      last_position: '2',
      previous: null,
      last_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      totals: [
        { currency: 'NGN', code: 'available', minor: '5000' },
        { currency: 'NGN', code: 'opening-balances', minor: '-5000' },
      ],
    });
    const key = new SigningKey(books.config);
    const text = Buffer.from(canonicalJson(file.document));
    const signature = Buffer.from(file.signature, 'base64');
    expect(verify(null, text, createPublicKey(key.publicKey), signature)).toBe(true);
    expect(file.key_id).toBe(key.keyId);
    expect((await recorded())[0]!.document).toBe(text.toString());
    expect(await books.faults()).toEqual([]);
  });

  it('comes once a day is over and settled, and once only', async () => {
    await close('02T00:00:59');
    expect(await days()).toEqual([]);
    await Promise.all([close('02T00:01:00'), close('02T00:01:00'), close('02T00:01:00')]);
    await close('02T23:59:00');
    expect(await days()).toEqual(['01']);
    expect(readdirSync(directory())).toEqual(['2026-03-01.json']);
  });

  it('catches up day by day, each close naming the one before', async () => {
    await move('03T12:00:00', 7);
    await close('05T09:00:00');
    const closes = (await recorded()).map(({ document }) => JSON.parse(document));
    expect(closes.map(({ day, last_position }) => [day, last_position])).toEqual([
      ['2026-03-01', '2'],
      ['2026-03-02', '2'],
      ['2026-03-03', '3'],
      ['2026-03-04', '3'],
    ]);
    expect(new Set(closes.map(({ previous }) => previous)).size).toBe(4);
    expect(await books.faults()).toEqual([]);
  });

  it('ends at midnight, UTC', async () => {
    await move('01T23:59:59.999', 1);
    await move('02T00:00:00', 1);
    await close('02T00:05:00');
    expect(JSON.parse((await recorded())[0]!.document)).toMatchObject({ last_position: '3' });
  });

  it('waits until everything of the day is sealed', async () => {
    await books.seal();
    await books.owner.query('BEGIN');
    await books.owner.query('SELECT pg_current_xact_id()');
    await move('01T12:00:00', 1);
    await close('02T00:05:00', { sealed: false });
    await books.owner.query('ROLLBACK');
    expect(await days()).toEqual([]);
    await close('02T00:10:00');
    expect(JSON.parse((await recorded())[0]!.document)).toMatchObject({ last_position: '3' });
  });

  it('has nothing to close before the books begin', async () => {
    const empty = await Books.open();
    const filled = books;
    books = empty;
    await close('09T00:05:00');
    expect(await days()).toEqual([]);
    books = filled;
    await empty.close();
  });

  it('is kept on every machine that runs the job, also where its file was lost', async () => {
    await close('03T00:05:00');
    const second = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));
    const elsewhere = new Config({
      ...books.config.env,
      CLOSES_DIR: path.join(second, 'not', 'there', 'yet'),
    });
    await close('03T00:05:00', { config: elsewhere });
    expect(readdirSync(elsewhere.env.CLOSES_DIR)).toEqual(['2026-03-01.json', '2026-03-02.json']);
    rmSync(second, { recursive: true });
    const before = readFileSync(fileOf('01'), 'utf8');
    rmSync(fileOf('01'), { force: true });
    await close('03T00:10:00');
    expect(readFileSync(fileOf('01'), 'utf8')).toBe(before);
  });

  it('never replaces a file, nor puts an unsigned row into one', async () => {
    await close('02T00:05:00');
    chmodSync(fileOf('01'), 0o644);
    writeFileSync(fileOf('01'), 'something else');
    await close('03T00:05:00');
    expect(readFileSync(fileOf('01'), 'utf8')).toBe('something else');

    await asSuperuser(
      `UPDATE ledger.closes SET document = replace(document, '5000', '9000') WHERE day = '2026-03-02'`,
    );
    rmSync(fileOf('02'), { force: true });
    await expect(close('03T00:10:00')).rejects.toThrow('2026-03-02 is not signed');
    expect(readdirSync(directory())).not.toContain('2026-03-02.json');
  });

  it('still holds if it was signed with a key that has been retired since', async () => {
    await close('02T00:05:00');
    const [, line] = new SigningKey(books.config).publicKey.split('\n');
    const env = { ...books.config.env, STATEMENT_SIGNING_KEY: 'n'.repeat(40) };
    Object.assign(books.config.env, { ...env, RETIRED_STATEMENT_KEYS: [line] });
    await close('03T00:05:00');
    expect(await books.faults()).toEqual([]);
    Object.assign(books.config.env, { RETIRED_STATEMENT_KEYS: [] });
    expect((await books.faults()).join('\n')).toMatch('close 2026-03-01');
  });

  async function asSuperuser(...statements: string[]): Promise<void> {
    await books.owner.query(`SET session_replication_role = 'replica'`);
    for (const statement of statements) await books.owner.query(statement);
    await books.owner.query(`SET session_replication_role = 'origin'`);
  }

  /** Deletes the last journals, and every row that refers to them. */
  const cutTail = (position: number, firstDay: string) =>
    asSuperuser(
      `CREATE TEMP TABLE cut AS SELECT journal_id FROM ledger.seals WHERE position > ${position}`,
      'DELETE FROM ledger.journals WHERE id IN (SELECT journal_id FROM cut)',
      'DELETE FROM ledger.legs WHERE journal_id IN (SELECT journal_id FROM cut)',
      `DELETE FROM ledger.seals WHERE position > ${position}`,
      `DELETE FROM ledger.closes WHERE day >= '2026-03-${firstDay}'`,
      `UPDATE ledger.balances b SET (balance_minor, seq) =
         (SELECT coalesce(sum(amount_minor), 0), count(*) FROM ledger.legs l WHERE l.account_id = b.account_id)`,
      `UPDATE ledger.service_balances b SET balance_minor =
         (SELECT coalesce(sum(amount_minor), 0) FROM ledger.legs l WHERE l.account_id = b.account_id)`,
    );

  describe('faults that the database alone cannot show', () => {
    beforeEach(async () => {
      await move('02T10:00:00', 30);
      await move('02T11:00:00', 40);
      await close('03T00:05:00');
    });

    it('a tail cut off with every row that referred to it is found', async () => {
      await cutTail(3, '02');
      expect(await books.faults()).toEqual([
        'each close kept outside the database is in it, and its journals are: close file 2026-03-02',
      ]);
      // Without the close file no check finds it.
      rmSync(fileOf('02'), { force: true });
      expect(await books.faults()).toEqual([]);
    });

    it('a tail cut off and grown again is found', async () => {
      await cutTail(2, '02');
      await move('02T10:00:00', 31);
      await move('02T11:00:00', 41);
      await close('03T00:10:00');
      expect(await books.faults()).toEqual([
        'each close kept outside the database is in it, and its journals are: close file 2026-03-02',
      ]);
    });

    it('a history rewritten from the first journal on, with seals to match, is found', async () => {
      await asSuperuser(
        `UPDATE ledger.journals SET description = 'something else' WHERE type = 'transfer'`,
        'DELETE FROM ledger.seals',
        'DELETE FROM ledger.service_balances',
      );
      await books.seal();
      const faults = await books.faults();
      expect(faults).toContain('each daily close is what the seals and journals say: close 2026-03-01');
      expect(faults).toContain(
        'each close kept outside the database is in it, and its journals are: close file 2026-03-02',
      );
    });

    it.each([
      [
        'a forged close',
        `UPDATE ledger.closes SET document = replace(document, '"5000"', '"9000"') WHERE day = '2026-03-02'`,
        'each daily close is signed and follows the one before: close 2026-03-02',
      ],
      [
        'a close signed by another',
        `UPDATE ledger.closes SET signature = encode(sha512('x'), 'base64') WHERE day = '2026-03-02'`,
        'each daily close is signed and follows the one before: close 2026-03-02',
      ],
      [
        'a close of one day shown as that of another',
        `UPDATE ledger.closes SET day = '2026-03-09' WHERE day = '2026-03-02'`,
        'each daily close is signed and follows the one before: close 2026-03-09',
      ],
      [
        'a removed close',
        `DELETE FROM ledger.closes WHERE day = '2026-03-01'`,
        'each daily close is signed and follows the one before: close 2026-03-02',
      ],
      [
        'a close that is no JSON',
        `UPDATE ledger.closes SET document = '{' WHERE day = '2026-03-02'`,
        'each daily close is signed and follows the one before: close 2026-03-02',
      ],
    ])('%s is found', async (_, sql, fault) => {
      await asSuperuser(sql);
      expect(await books.faults()).toContain(fault);
    });

    it.each([
      ['changed', (text: string) => text.replace('"5000"', '"9000"')],
      ['emptied', () => ''],
      ['replaced by something else', () => '{"document":null}'],
    ])('a close file that was %s is found', async (_, change) => {
      chmodSync(fileOf('01'), 0o644);
      writeFileSync(fileOf('01'), change(readFileSync(fileOf('01'), 'utf8')));
      expect(await books.faults()).toEqual([
        'each close kept outside the database is in it, and its journals are: close file 2026-03-01',
      ]);
    });
  });

  it.each([
    ['write', `INSERT INTO ledger.closes VALUES ('2026-01-01', '{}', '', '', now())`],
    ['change', `UPDATE ledger.closes SET document = ''`],
    ['delete', 'DELETE FROM ledger.closes'],
  ])('the apps may not %s one', async (_, sql) => {
    await close('02T00:05:00');
    await expect(books.app.query(sql)).rejects.toMatchObject({ code: '42501' });
    await books.app.query(`SELECT ledger.add_close('2026-01-01', 'earlier', '', '', now())`);
    expect(await days()).toEqual(['01']);
  });
});
