import { Config } from '@app/config';
import { CollectInflows } from '../../../libs/deposits/src/virtual-accounts/flows/collect-inflows';
import { eventually } from '../../support/eventually';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { BvnTrials, freshNumber } from '../kyc/bvns';
import { Bank, Depositor } from './card-deposits';

const PATH = 'deposit.php?action=virtual-account';

describe('the permanent account number of an owner', () => {
  let platform: Platform;
  let bvns: BvnTrials;
  let bank: Bank;
  beforeAll(async () => {
    platform = await startPlatform({
      secondBusiness: true,
      env: { RATE_LIMITS: 'false' },
    });
    bvns = new BvnTrials(platform);
    bank = new Bank(platform);
  });
  afterEach(() => bank.clearFaults());
  afterAll(async () => {
    await platform.proveAndStop();
  });

  const show = (options: { token?: string; key?: string }, host: 'business' | 'app' = 'business') =>
    platform.get(host, PATH, options);
  const opened = async (number = freshNumber()) => {
    const user = await bvns.person();
    expect((await bvns.verify(user, number)).body.status).toBe('verified');
    return { user, number };
  };
  const numberOf = async (user: TestUser) => (await show(user)).body as Record<string, string>;
  /** A transfer on the page of the simulated bank. */
  const transfer = async (user: TestUser, amount: string): Promise<string> => {
    const response = await fetch((await numberOf(user)).simulate_url!, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ amount }),
    });
    expect(response.status).toBe(200);
    return String(((await response.json()) as { data: { id: number } }).data.id);
  };
  const balance = (user: TestUser) => platform.balanceOf(user, 'NGN');
  const credits = (user: TestUser) => new Depositor(platform, user.id, user).credits(`va_${user.id}`);
  const event = (user: TestUser, id: unknown, hash?: string): Promise<HttpAnswer> =>
    platform.post(
      'business',
      'gateway-events.php',
      {
        event: 'charge.completed',
        data: { id, tx_ref: `va_${user.id}`, amount: 999_999, status: 'successful' },
      },
      { headers: { 'verif-hash': hash ?? Config.from({}).env.GATEWAY_EVENT_HASH } },
    );
  const bvnRequired = { success: false, error_code: 'BVN_REQUIRED', needs_bvn: true };

  it('needs a BVN, which only Nigerian owners have', async () => {
    const user = await bvns.person();
    const answer = await show(user);
    expect([answer.status, answer.body]).toMatchObject([412, bvnRequired]);
    expect(answer.body.message).toContain('verify-bvn');
    const abroad = await platform.signUp({ country_code: 'GH', currency: 'GHS' });
    const refused = await show(abroad);
    expect([refused.status, refused.body]).toMatchObject([412, bvnRequired]);
    expect(refused.body.message).toContain('Nigeria only');
    expect((await show({})).status).toBe(401);
  });

  it('is opened while the BVN is verified, and is the same on every host and in the wallet', async () => {
    const { user, number } = await opened();
    const account = await numberOf(user);
    expect(account).toMatchObject({
      account_number: expect.stringMatching(/^\d{10}$/),
      bank_name: 'Simulated Bank',
      account_name: 'Ada Okafor',
      currency: 'NGN',
    });
    expect((await show(user, 'app')).body).toMatchObject({ account_number: account.account_number });
    const { body } = await platform.get('business', 'wallet.php?action=wallets', { token: user.token });
    expect(body.data).toMatchObject([
      { gw_account_number: account.account_number, gw_bank_name: account.bank_name },
    ]);
    const rows = await platform.sql(`SELECT row::text AS text FROM virtual_accounts row`);
    expect(JSON.stringify(rows)).not.toContain(number);
  });

  it('receives transfers on a page of the simulated bank, of any valid amount', async () => {
    const { user } = await opened();
    const { account_number, simulate_url } = await numberOf(user);
    const pageOf = async (fields?: Record<string, string>, url = simulate_url!) => {
      const response = await fetch(url, fields && { method: 'POST', body: new URLSearchParams(fields) });
      return { status: response.status, text: await response.text() };
    };
    const page = await pageOf();
    expect(page.status).toBe(200);
    for (const text of [account_number, 'Ada Okafor', 'name="amount"', String.raw`pattern="\d+(\.\d{1,2})?"`])
      expect(page.text).toContain(text);
    for (const amount of ['0', '-1', '1.001', '1e3', 'NaN', '1000000000000', ''])
      expect(await pageOf({ amount })).toEqual({
        status: 400,
        text: expect.stringContaining('No transfer was made, because this amount cannot be transferred.'),
      });
    expect((await pageOf({ amount: '12.50' })).text).toContain('The transfer was made');
    expect((await pageOf({}, `${simulate_url}x`)).status).toBe(404);
    await eventually(async () => (await balance(user)) === '12.50');
    expect(await credits(user)).toEqual(['1250']);
  });

  it('credits each transfer as received, once, however often and wherever it is reported', async () => {
    const { user } = await opened();
    await bank.loseEvents();
    const id = await transfer(user, '1500.50');
    await bank.findEvents();
    expect(await balance(user)).toBe('0.00');
    expect((await event(user, id, 'wrong')).status).toBe(401);
    const second = await platform.secondBusinessUrl();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        i % 2
          ? event(user, id)
          : platform.post(
              second,
              'gateway-events.php',
              { data: { id, tx_ref: `va_${user.id}` } },
              { headers: { 'verif-hash': Config.from({}).env.GATEWAY_EVENT_HASH } },
            ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await credits(user)).toEqual(['150050']);
    await transfer(user, '20');
    await eventually(async () => (await balance(user)) === '1520.50');
    const { body } = await platform.get('business', 'wallet.php?action=history', { token: user.token });
    expect(body.data.data[0]).toMatchObject({
      type: 'deposit',
      amount: 20,
      description: 'Bank transfer',
      reference: `va_${user.id}`,
    });
  });

  it('believes neither amount nor reference of an event, and credits no other account', async () => {
    const [{ user }, { user: other }] = [await opened(), await opened()];
    await bank.loseEvents();
    const id = await transfer(user, '10');
    await bank.findEvents();
    expect((await event(other, id)).status).toBe(200);
    expect((await event(other, '999999999')).status).toBe(200);
    expect((await event(other, null)).status).toBe(200);
    const stranger = { ...other, id: '00000000-0000-4000-8000-000000000000' };
    expect((await event(stranger, id)).status).toBe(200);
    expect([await credits(other), await balance(other)]).toEqual([[], '0.00']);
    expect((await event(user, id)).status).toBe(200);
    expect(await credits(user)).toEqual(['1000']);
  });

  it('is asked about daily, so that lost events lose no money', async () => {
    const { user } = await opened();
    await bank.loseEvents();
    await transfer(user, '70');
    await transfer(user, '80');
    await bank.findEvents();
    await platform.sql('UPDATE virtual_accounts SET check_at = $2 WHERE owner_id = $1', [
      user.id,
      platform.clock.now(),
    ]);
    await bank.fallSilent();
    await platform.runJobs();
    expect(await credits(user)).toEqual([]);
    await bank.clearFaults();
    const sweep = platform.inside('scheduler', CollectInflows);
    expect(await sweep.due(platform.clock.now(), 100)).not.toContain(user.id);
    await sweep.resolve(user.id);
    await sweep.resolve(user.id);
    expect((await credits(user)).sort()).toEqual(['7000', '8000']);
  });

  it('finds every lost transfer since the last answer, on any number of pages', async () => {
    const { user } = await opened();
    const sweep = platform.inside('scheduler', CollectInflows);
    await sweep.resolve(user.id);
    await bank.loseEvents();
    for (let n = 1; n <= 12; n++) await transfer(user, String(n));
    await bank.findEvents();
    platform.clock.advance({ days: 10 });
    await sweep.resolve(user.id);
    expect((await credits(user)).map(Number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n + 1) * 100),
    );
  });

  it('asks again for an event while the gateway does not answer', async () => {
    const { user } = await opened();
    await bank.loseEvents();
    const id = await transfer(user, '5');
    await bank.findEvents();
    await bank.fallSilent();
    expect((await event(user, id)).status).toBe(502);
    await bank.clearFaults();
    expect((await event(user, id)).status).toBe(200);
    expect(await credits(user)).toEqual(['500']);
  });

  it('is opened with a BVN that is sent again where its first opening was not answered', async () => {
    const number = freshNumber();
    const user = await bvns.person();
    // As a process leaves it that died while it waited for the answer.
    await platform.sql(
      'INSERT INTO virtual_accounts (owner_id, tx_ref, asked_at, check_at) VALUES ($1, $2, $3, $3)',
      [...[user.id, `va_${user.id}`, platform.clock.now()]],
    );
    expect((await bvns.verify(user, number)).body.status).toBe('verified');
    const answer = await show(user);
    expect([answer.status, answer.body]).toMatchObject([412, bvnRequired]);
    expect(answer.body.message).toContain('send it again');
    platform.clock.advance({ seconds: 91 });
    expect((await bvns.verify(user, number)).body.status).toBe('verified');
    expect((await show(user)).status).toBe(200);
  });

  it('is one for an owner whose BVN is sent twice at once', async () => {
    const number = freshNumber();
    const user = await bvns.person();
    const send = (host: string) =>
      platform.post(host, 'kyc.php?action=verify-bvn', { bvn: number }, { token: user.token });
    const second = await platform.secondBusinessUrl();
    await Promise.all([send('business'), send(second)]);
    await send('business');
    const [row] = await platform.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM simulator.accounts WHERE tx_ref = $1',
      [`va_${user.id}`],
    );
    expect(row).toEqual({ count: 1 });
    expect((await numberOf(user)).account_number).toMatch(/^\d{10}$/);
  });

  it('is shown to keys in test mode, which open none, and to no other account', async () => {
    const owner = await platform.merchant();
    expect([(await show({ key: owner.test.secret_key })).status]).toEqual([412]);
    await bvns.verify(owner, freshNumber());
    const account = (await show({ token: owner.token })).body;
    expect(account.account_number).toMatch(/^\d{10}$/);
    for (const key of [owner.test.secret_key, owner.live.secret_key])
      expect((await show({ key })).body.account_number).toBe(account.account_number);
  });

  it('is part of the verification of the ledger: credits equal confirmed transfers', async () => {
    const { user } = await opened();
    await transfer(user, '30');
    await eventually(async () => (await balance(user)) === '30.00');
    await platform.verifyBooks();
    const change = (sql: string) =>
      platform.sql(`UPDATE virtual_account_inflows SET ${sql} WHERE owner_id = $1`, [user.id]);
    await change('amount_minor = 3001');
    await expect(platform.verifyBooks()).rejects.toThrow('each credit of an account number');
    await change('amount_minor = 3000, transaction_id = gen_random_uuid()');
    await expect(platform.verifyBooks()).rejects.toThrow('each transfer to an account number was credited');
    await platform.sql(
      `UPDATE virtual_account_inflows i SET transaction_id = j.id FROM ledger.journals j
        WHERE i.owner_id = $1 AND j.type = 'deposit' AND j.reference = 'va_' || i.owner_id`,
      [user.id],
    );
    await platform.verifyBooks();
  });
});
