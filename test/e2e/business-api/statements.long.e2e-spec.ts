import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PullRates } from '@app/fx';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { movement, ngn } from '../../support/books';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test asserts the shape it expects */
type Statement = Record<string, any>;

/** As docs/explain/money.md tells a reader to check it, with nothing of the product's own code. */
function isGenuine(statement: Statement, publicKey: string): boolean {
  const { success: _s, sha256, signature, key_id: _k, public_key: _p, ...document } = statement;
  const spelled = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${spelled((value as Statement)[key])}`).join(',')}}`;
  };
  const text = Buffer.from(spelled(document));
  return (
    createHash('sha256').update(text).digest('hex') === sha256 &&
    verify(null, text, createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  );
}

const minor = (text: string) => BigInt(text.replace('.', ''));

describe('wallet.php?action=statement', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let publicKey: string;
  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
    publicKey = (await platform.get('business', 'wallet.php?action=statement-key')).body.public_key;
  });
  afterAll(async () => {
    await platform.verifyBooks();
    await platform.stop();
  });

  const ask = (query: string, of = merchant) =>
    platform.get('business', `wallet.php?action=statement&${query}`, { key: of.live.secret_key });
  const statementOf = async (month: string, of = merchant): Promise<Statement> => {
    const { status, body, text } = await ask(`month=${month}`, of);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const thisMonth = () => platform.clock.now().toISOString().slice(0, 7);
  /** To the first day of the next month, some hours into it. */
  function turnMonth(): void {
    const now = platform.clock.now();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 4);
    platform.clock.advance({ ms: next - now.getTime() });
  }
  const pay = async (recipient: string, amount: string) =>
    (
      await platform.post(
        'business',
        'wallet.php?action=transfer',
        { recipient, amount },
        { key: merchant.live.secret_key },
      )
    ).body.transaction_id as string;

  it('lists a month, from its opening to its closing balance, signed', async () => {
    const month = thisMonth();
    const friend = await platform.signUp();
    await platform.fund(merchant, 'NGN', '1000.00');
    const id = await pay(friend.usertag, '100.00');
    const statement = await statementOf(month);
    expect(statement).toMatchObject({
      success: true,
      kind: 'account-statement',
      currency: 'NGN',
      month,
      provisional: true,
      account_holder: { name: 'Test Business', usertag: merchant.usertag, type: 'business' },
      opening_balance: '0.00',
      closing_balance: '899.90',
      total_in: '1000.00',
      total_out: '100.10',
      movements: [
        { type: 'adjustment', direction: 'credit', amount: 1000, balance_after: 1000 },
        {
          uuid: id,
          type: 'transfer',
          direction: 'debit',
          amount: 100,
          fee: 0.1,
          status: 'completed',
          counterparty: { usertag: friend.usertag },
        },
      ],
    });
    expect(statement.from).toBe(`${month}-01T00:00:00.000Z`);
    expect(isGenuine(statement, publicKey)).toBe(true);
  });

  it('is found out when anything in it is changed', async () => {
    const statement = await statementOf(thisMonth());
    for (const change of [
      { closing_balance: '999999.90' },
      { month: '2020-01' },
      { movements: statement.movements.slice(1) },
      { account_holder: { ...statement.account_holder, name: 'Somebody Else' } },
      { added: true },
    ]) {
      expect(isGenuine({ ...statement, ...change }, publicKey)).toBe(false);
    }
  });

  it('closes with the month, and the next one opens where it closed', async () => {
    const months: string[] = [];
    for (const amounts of [['10.00', '0.01'], [], ['5.00']]) {
      turnMonth();
      months.push(thisMonth());
      for (const amount of amounts) await platform.fund(merchant, 'NGN', amount);
    }
    turnMonth();
    const statements: Statement[] = [];
    for (const month of months) statements.push(await statementOf(month));
    for (const [i, statement] of statements.entries()) {
      expect(isGenuine(statement, publicKey)).toBe(true);
      expect(statement.provisional).toBe(false);
      if (i > 0) expect(statement.opening_balance).toBe(statements[i - 1]!.closing_balance);
      expect(minor(statement.opening_balance) + minor(statement.total_in) - minor(statement.total_out)).toBe(
        minor(statement.closing_balance),
      );
    }
    expect(statements.map(({ movements }) => movements.length)).toEqual([2, 0, 1]);
    // The same however often, and whenever, it is asked for.
    turnMonth();
    expect((await statementOf(months[0]!)).signature).toBe(statements[0]!.signature);
  });

  it('divides months at midnight, UTC', async () => {
    turnMonth();
    const month = thisMonth();
    const now = platform.clock.now();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    platform.clock.freeze(new Date(end - 1));
    await platform.fund(merchant, 'NGN', '1.11');
    platform.clock.freeze(new Date(end));
    await platform.fund(merchant, 'NGN', '2.22');
    const last = (await statementOf(month)).movements.at(-1);
    expect(last).toMatchObject({ amount: 1.11, created_at: new Date(end - 1).toISOString() });
    expect((await statementOf(month)).provisional).toBe(true);
    expect((await statementOf(thisMonth())).movements[0]).toMatchObject({ amount: 2.22 });
    platform.clock.advance({ seconds: 60 });
    expect((await statementOf(month)).provisional).toBe(false);
  });

  it('does not change when a movement is reversed in a later month', async () => {
    const month = thisMonth();
    const friend = await platform.signUp();
    const id = await pay(friend.usertag, '7.00');
    turnMonth();
    const closed = await statementOf(month);
    const finance = await platform.staff('finance');
    // Without a rate of the new month the reversal waits for a second person.
    await platform.inside('scheduler', PullRates).run();
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id: id, reason: 'Wrong friend' },
      { token: finance.token },
    );
    expect(reversed.status).toBe(200);
    expect((await statementOf(month)).signature).toBe(closed.signature);
    expect((await statementOf(thisMonth())).movements.at(-1)).toMatchObject({
      type: 'reversal',
      amount: 7.01,
      direction: 'credit',
    });
  });

  it('is drawn up for the wallet named', async () => {
    await platform.fund(merchant, 'USD', '3.00');
    const { body } = await ask(`month=${thisMonth()}&currency=usd`);
    expect(body).toMatchObject({ currency: 'USD', closing_balance: '3.00' });
    expect((await ask(`month=${thisMonth()}&currency=ZAR`)).status).toBe(404);
  });

  it.each(['', '2026', '2026-13', '2026-1', '1999-12', '2026-01-01', 'now'])(
    'refuses month=%s',
    async (month) => {
      expect(await ask(`month=${month}`)).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR', errors: [{ field: 'month' }] },
      });
    },
  );

  it('refuses a month that has not begun', async () => {
    const later = new Date(platform.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 7);
    expect(await ask(`month=${later}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'month' }] },
    });
  });

  it('refuses a month too long for one answer, and says what to do', async () => {
    const long = await platform.merchant();
    await platform.fund(long, 'NGN', '100000.00');
    const accounts = await platform.sql<{ id: string }>(
      `SELECT id FROM ledger.accounts WHERE code = 'available' AND owner_id = ANY ($1) ORDER BY owner_id = $2 DESC`,
      [[long.id, merchant.id], long.id],
    );
    const [from, to] = accounts as [{ id: string }, { id: string }];
    const books = platform.inside('business', GroupCommitter);
    await Promise.all(Array.from({ length: 10_000 }, () => books.commit(movement(from.id, to.id, ngn(1)))));
    const answer = await ask(`month=${thisMonth()}`, long);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    expect(answer.body.message).toMatch(/more than 10000 movements; .*cursor/);
  });

  describe('the statement of a long month', () => {
    let long: TestMerchant;
    let month: string;
    const MOVEMENTS = 250;
    const keptRows = () =>
      platform.sql<{ month: string; bytes: number }>(
        `SELECT k.month, length(k.content) AS bytes FROM kept_statements k
           JOIN ledger.accounts a ON a.id = k.account_id WHERE a.owner_id = $1`,
        [long.id],
      );
    beforeAll(async () => {
      turnMonth();
      month = thisMonth();
      long = await platform.merchant();
      await platform.fund(long, 'NGN', '1000.00');
      const accounts = await platform.sql<{ id: string }>(
        `SELECT id FROM ledger.accounts WHERE code = 'available' AND owner_id = ANY ($1) ORDER BY owner_id = $2 DESC`,
        [[long.id, merchant.id], long.id],
      );
      const [from, to] = accounts as [{ id: string }, { id: string }];
      const books = platform.inside('business', GroupCommitter);
      const paid = Array.from({ length: MOVEMENTS }, () => books.commit(movement(from.id, to.id, ngn(1))));
      await Promise.all(paid);
    });

    it('lists every movement in order, and is not kept while it may change', async () => {
      const statement = await statementOf(month, long);
      expect(isGenuine(statement, publicKey)).toBe(true);
      expect(statement.movements).toHaveLength(MOVEMENTS + 1);
      const balances = (statement.movements as { balance_after: number }[]).map((row) => row.balance_after);
      expect(balances).toEqual([...balances].sort((a, b) => b - a));
      expect(statement.closing_balance).toBe(balances.at(-1)!.toFixed(2));
      expect(await keptRows()).toEqual([]);
    });

    it('is drawn up once when the month is over, and kept as it was', async () => {
      turnMonth();
      const { text } = await ask(`month=${month}`, long);
      expect(isGenuine(JSON.parse(text) as Statement, publicKey)).toBe(true);
      const [kept] = await keptRows();
      expect(kept).toEqual({ month, bytes: expect.any(Number) });
      expect(kept!.bytes).toBeLessThan(text.length / 4);
      await platform.sql(`UPDATE users SET business_name = 'Renamed' WHERE id = $1`, [long.id]);
      expect((await ask(`month=${month}`, long)).text).toBe(text);
      expect((await statementOf(thisMonth(), long)).account_holder.name).toBe('Renamed');
    });

    it('is drawn up again where an earlier key signed it', async () => {
      const before = await statementOf(month, long);
      await platform.sql(`UPDATE kept_statements SET key_id = 'earlier', signature = 'x'`);
      const after = await statementOf(month, long);
      expect(isGenuine(after, publicKey)).toBe(true);
      expect([before.account_holder.name, after.account_holder.name]).toEqual(['Test Business', 'Renamed']);
      expect(await keptRows()).toHaveLength(1);
    });

    it('is sent to an account one at a time', async () => {
      const lock = await HeldLock.take(
        platform.config.env.DATABASE_URL,
        'LOCK TABLE kept_statements IN ACCESS EXCLUSIVE MODE',
      );
      const first = ask(`month=${month}`, long);
      await lock.awaited();
      const second = await ask(`month=${month}`, long);
      expect([second.status, second.body]).toMatchObject([
        429,
        { error_code: 'RATE_LIMITED', retry_after: 2 },
      ]);
      expect((await ask(`month=${thisMonth()}`, long)).status).toBe(200);
      await lock.release();
      expect((await first).status).toBe(200);
      expect((await ask(`month=${month}`, long)).status).toBe(200);
    });

    it('can be asked for again where the client ended the first response', async () => {
      const abort = new AbortController();
      const url = `${platform.urls.business}/api/wallet.php?action=statement&month=${month}`;
      const headers = { 'x-api-key': long.live.secret_key };
      const { body } = await fetch(url, { headers, signal: abort.signal });
      await body!.getReader().read();
      abort.abort();
      await eventually(async () => (await ask(`month=${month}`, long)).status === 200);
    });

    it('is limited to 30 a minute for all callers of the account', async () => {
      const other = await platform.people.createApp(await fresh(), 'live');
      const query = `wallet.php?action=statement&month=${month}`;
      const { headers } = await platform.get('business', query, { key: other.secret_key });
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['30', '29']);
    });
  });

  it('is signed with the public key that both hosts serve without credentials', async () => {
    const { body: statement } = await ask(`month=${thisMonth()}&currency=USD`);
    for (const host of ['business', 'app']) {
      const { status, body } = await platform.get(host, 'wallet.php?action=statement-key');
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          algorithm: 'Ed25519',
          retired_keys: [],
          key_id: statement.key_id,
          public_key: statement.public_key,
        },
      ]);
    }
  });

  it('is verified by the script in docs/explain/money.md, which finds a changed one', async () => {
    const page = readFileSync(path.resolve(__dirname, '../../../docs/explain/money.md'), 'utf8');
    const [, script] = /```js\n(\/\/ verify-statement\.mjs\n.*?)```/s.exec(page)!;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-statement-'));
    const file = (name: string, content: string) => {
      writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const program = file('verify-statement.mjs', script!);
    const keys = file('keys.json', (await platform.get('business', 'wallet.php?action=statement-key')).text);
    const verdict = async (statement: string) => {
      const run = Program.run(path.relative(path.resolve(__dirname, '../../..'), program), [
        file('statement.json', statement),
        keys,
      ]);
      return [await run.ended, run.output.trim()];
    };
    await platform.fund(merchant, 'NGN', '10.00');
    const { text, body } = await ask(`month=${thisMonth()}`);
    const statement = body as Statement;
    expect(statement.movements.length).toBeGreaterThan(0);
    expect(await verdict(text)).toEqual([0, 'valid']);
    const richer = { ...statement, closing_balance: '999999.00' };
    expect(await verdict(JSON.stringify(richer))).toEqual([1, 'NOT VALID']);
    expect(await verdict(JSON.stringify({ ...statement, key_id: 'of-a-forger' }))).toEqual([1, 'NOT VALID']);
    rmSync(folder, { recursive: true });
  });

  it("is the owner's alone", async () => {
    const path = `wallet.php?action=statement&month=${thisMonth()}`;
    expect((await platform.get('business', path)).status).toBe(401);
    const scoped = await platform.people.createApp(await fresh(), 'live', { scopes: ['charges:read'] });
    expect(await platform.get('business', path, { key: scoped.secret_key })).toMatchObject({
      status: 403,
      body: { error_code: 'SCOPE_MISSING' },
    });
  });

  /** A business that signed in just now: the clock has moved on. */
  async function fresh() {
    const user = await platform.signUp({ account_type: 'business' });
    await platform.sql(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, [user.id]);
    return user;
  }
});
