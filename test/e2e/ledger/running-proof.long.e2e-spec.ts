import { metricsRegistry } from '@app/http';
import { ProveBooks, SealJournals } from '@app/ledger';
import { CARDS } from '../../support/test-cards';
import type { CallOptions } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor } from '../business-api/card-deposits';
import { Shop } from '../checkout-api/cards';

interface Fault {
  id: string;
  check: string;
  row: string;
  detail: string;
  accounts: string[];
}

describe('The running proof of the books', () => {
  let platform: Platform;
  let finance: TestStaff;
  beforeAll(async () => {
    platform = await startPlatform();
    // Otherwise the timetable verifies too, and finds further effects of what a test has changed.
    await platform.holdJobs();
    finance = await platform.staff('finance');
  });
  afterEach(async () => {
    await platform.verifyBooks();
    await prove();
    expect((await listed()).faults).toEqual([]);
  });
  afterAll(() => platform.stop());

  /** A run of the job, after everything was sealed. */
  async function prove(): Promise<void> {
    await platform.sealJournals();
    await platform.inside('scheduler', ProveBooks).run();
  }
  const admin = (action: string, body: object, options: CallOptions = { token: finance.token }) =>
    platform.post('business', `admin.php?section=ledger&action=${action}`, body, options);
  const listed = async () => {
    const { body } = await platform.get('business', 'admin.php?section=ledger&action=faults', {
      token: finance.token,
    });
    return body as { total: number; faults: Fault[]; frozen: { account_id: string; owner_id: string }[] };
  };
  const walletOf = async ({ token }: { token: string }, currency = 'NGN') => {
    const { body } = await platform.get('business', 'wallet.php?action=wallets', { token });
    const wallets = body.data as { id: string; currency_code: string }[];
    return wallets.find(({ currency_code }) => currency_code === currency)!.id;
  };
  const transfer = (from: TestUser, to: TestUser, more: object = {}, options: CallOptions = {}) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: to.usertag, amount: 10, pin: from.pin, ...more },
      { token: from.token, ...options },
    );
  const funded = async () => {
    const user = await platform.signUp();
    await platform.fund(user, 'NGN', '1000.00');
    return user;
  };
  /** What a superuser can do behind the guards. */
  async function behindTheGuards(statement: string, values: unknown[]): Promise<void> {
    await platform.sql(`SET session_replication_role = 'replica'`);
    await platform.sql(statement, values);
    await platform.sql(`SET session_replication_role = 'origin'`);
  }
  const shift = (account: string, minor: number) =>
    behindTheGuards('UPDATE ledger.balances SET balance_minor = balance_minor + $2 WHERE account_id = $1', [
      account,
      minor,
    ]);
  const frozen = async () => (await listed()).frozen.map(({ account_id }) => account_id);
  const metric = async (name: string) => {
    const line = (await metricsRegistry.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
    return Number(line?.split(' ')[1]);
  };

  it('freezes exactly the wallet whose balance drifted, reports it everywhere once, and releases it after the correction', async () => {
    const [victim, bystander] = [await funded(), await funded()];
    await platform.fund(victim, 'USD', '50.00');
    await transfer(victim, bystander);
    await prove();
    const account = await walletOf(victim);
    const foundBefore = await metric('ledger_faults_total');
    await shift(account, 500);
    await prove();
    await prove();

    const { faults, total } = await listed();
    expect(faults).toEqual([
      {
        id: expect.any(String),
        check: 'each balance is what the last leg left',
        row: `account ${account}`,
        detail: expect.stringMatching(/^balance \d+, leg 2 left \d+$/),
        journal_id: null,
        accounts: expect.arrayContaining([account]),
        found_at: expect.any(String),
      },
    ]);
    const owned = await platform.sql<{ id: string }>(
      `SELECT id FROM ledger.accounts WHERE owner_id = $1 AND currency = 'NGN' ORDER BY id`,
      [victim.id],
    );
    expect(owned.map(({ id }) => id)).toEqual([...faults[0]!.accounts].sort());
    expect(await frozen()).toEqual(expect.arrayContaining(faults[0]!.accounts));
    expect(await frozen()).toHaveLength(faults[0]!.accounts.length);
    expect(total).toBe(1);
    expect(await metric('ledger_faults_open')).toBe(1);
    expect(await metric('ledger_faults_total')).toBe(foundBefore + 1);
    const audited = await platform.sql(
      `SELECT staff_id, action, address, after FROM audit_log WHERE subject = $1`,
      [`account ${account}`],
    );
    expect(audited).toEqual([
      {
        staff_id: null,
        action: 'ledger.freeze',
        address: 'scheduler',
        after: expect.objectContaining({ fault_id: faults[0]!.id, frozen: faults[0]!.accounts }),
      },
    ]);

    // Money stays in, comes in, and the owner's other wallets and all other accounts go on.
    expect(await transfer(victim, bystander)).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN', message: expect.stringMatching('frozen') },
    });
    expect((await transfer(bystander, victim)).status).toBe(200);
    expect((await transfer(victim, bystander, { currency: 'USD', amount: 5 })).status).toBe(200);

    // While the drift is there, staff cannot release it.
    const reason = 'Corrected after the investigation';
    const refused = await admin('unfreeze', { account_id: account, reason });
    expect(refused).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
    expect(refused.body.message).toMatch(`leg (${account}, 3)`);
    expect(await frozen()).toContain(account);

    await shift(account, -500);
    // What arrived since stands on the balance that was wrong then.
    await behindTheGuards(
      'UPDATE ledger.legs SET balance_after_minor = balance_after_minor - 500 WHERE account_id = $1 AND seq > 2',
      [account],
    );
    const released = await admin('unfreeze', { account_id: account, reason });
    expect(released).toMatchObject({ status: 200, body: { cleared: [faults[0]!.id] } });
    expect(released.body.unfrozen.sort()).toEqual([...faults[0]!.accounts].sort());
    expect(await frozen()).toEqual([]);
    expect((await transfer(victim, bystander)).status).toBe(200);
    const [entry] = await platform.sql(
      `SELECT staff_id, reason, before FROM audit_log WHERE action = 'ledger.unfreeze' AND subject = $1`,
      [account],
    );
    expect(entry).toMatchObject({ staff_id: finance.id, reason, before: { faults: [faults[0]!.id] } });
    await prove();
    expect(await metric('ledger_faults_open')).toBe(0);
    expect(await admin('unfreeze', { account_id: account, reason })).toMatchObject({ status: 409 });
  });

  it('does not let staff unfreeze a wallet of their own', async () => {
    await platform.fund(finance, 'NGN', '100.00');
    const own = await walletOf(finance);
    await prove();
    await shift(own, 500);
    await prove();
    await shift(own, -500);
    const body = { account_id: own, reason: 'It is correct again' };
    expect(await admin('unfreeze', body)).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN', message: 'Staff cannot unfreeze a wallet of their own.' },
    });
    expect(await frozen()).toContain(own);
    const colleague = await platform.staff('finance');
    expect((await admin('unfreeze', body, { token: colleague.token })).status).toBe(200);
    expect(await frozen()).toEqual([]);
  });

  it('freezes both sides of a transfer that was rewritten together with its legs and balances', async () => {
    const [sender, recipient, bystander] = [await funded(), await funded(), await funded()];
    const { body } = await transfer(sender, recipient);
    await transfer(bystander, await funded());
    await prove();
    const [from, to] = [await walletOf(sender), await walletOf(recipient)];
    const rewrite = async (by: number) => {
      for (const [account, change] of [
        [from, -by],
        [to, by],
      ] as const) {
        await behindTheGuards(
          `UPDATE ledger.legs SET amount_minor = amount_minor + $2, balance_after_minor = balance_after_minor + $2
            WHERE account_id = $1 AND seq = 2`,
          [account, change],
        );
        await behindTheGuards(
          `UPDATE ledger.journals SET amounts[array_position(accounts, $1)] = amounts[array_position(accounts, $1)] + $2
            WHERE id = $3`,
          [account, change, body.transaction_id],
        );
        await shift(account, change);
      }
    };
    await rewrite(100);
    await prove();
    const { faults } = await listed();
    expect(faults).toMatchObject([
      { check: 'the hash chain holds', row: expect.stringMatching(body.transaction_id as string) },
    ]);
    expect((await frozen()).sort()).toEqual([...faults[0]!.accounts].sort());
    expect(faults[0]!.accounts).toEqual(expect.arrayContaining([from, to]));
    expect(faults[0]!.accounts).not.toContain(await walletOf(bystander));
    expect((await admin('unfreeze', { account_id: from, reason: 'Looked at it' })).status).toBe(409);
    await rewrite(-100);
    for (const account of [from, to])
      expect((await admin('unfreeze', { account_id: account, reason: 'Put back' })).status).toBe(200);
    expect(await frozen()).toEqual([]);
  });

  it('lets money into a frozen wallet and none out of it, whichever way', async () => {
    const [frozenOne, other, merchant] = [await funded(), await funded(), await platform.merchant()];
    for (const owner of [merchant, frozenOne]) await platform.fund(owner, 'NGN', '5000.00');
    const received = await transfer(other, frozenOne);
    const wallets = [await walletOf(frozenOne), await walletOf(merchant)];
    await platform.sql('SELECT ledger.set_frozen($1::uuid[], true)', [wallets]);

    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const session = { session_id: (await shop.open()).session_id, pin: frozenOne.pin };
    const byKey = { recipient: other.usertag, amount: 1 };
    const taken = { transaction_id: received.body.transaction_id, reason: 'Sent by mistake' };
    for (const refused of [
      await transfer(frozenOne, other, {}, { idempotencyKey: 'out' }),
      await transfer(frozenOne, other, { amount: 999_999 }),
      await transfer(frozenOne, other, {}, { headers: { 'x-dry-run': 'true' } }),
      await platform.post('business', 'wallet.php?action=transfer', byKey, { key: merchant.live.secret_key }),
      await platform.post('checkout', 'sessions.php?action=pay-wallet', session, { token: frozenOne.token }),
      await admin('reverse', taken),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
      expect(refused.body.message).toBe('This wallet is frozen; contact support.');
    }

    const deposit = await new Depositor(platform, frozenOne.id, { token: frozenOne.token }).charge(
      CARDS.approved,
    );
    expect(deposit).toMatchObject({ status: 200, body: { status: 'successful' } });
    expect((await transfer(other, frozenOne)).status).toBe(200);
    expect(await shop.pay(session, CARDS.approved)).toMatchObject({ body: { status: 'completed' } });

    for (const account_id of wallets)
      expect((await admin('unfreeze', { account_id, reason: 'Nothing was wrong' })).status).toBe(200);
    // A refusal for that reason is not remembered: the same key works once the wallet does.
    expect((await transfer(frozenOne, other, {}, { idempotencyKey: 'out' })).status).toBe(200);
  });

  it('finds a fault of the service’s own accounts, which freezes no wallet and is settled after the correction', async () => {
    await transfer(await funded(), await funded());
    await prove();
    const fold = (minor: number) =>
      platform.sql(
        `UPDATE ledger.service_balances SET balance_minor = balance_minor + $1
          WHERE account_id = (SELECT account_id FROM ledger.service_balances ORDER BY account_id LIMIT 1)`,
        [minor],
      );
    await fold(7);
    await prove();
    const { faults } = await listed();
    expect(faults).toMatchObject([
      { check: 'folded balances of the service equal its sealed legs', accounts: [] },
    ]);
    expect(await frozen()).toEqual([]);
    const settle = () => admin('clear-fault', { fault_id: faults[0]!.id, reason: 'Folded anew' });
    expect(await settle()).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
    await fold(-7);
    expect((await settle()).status).toBe(200);
    expect((await settle()).status).toBe(404);
  });

  it('raises no false alarm while money moves as it reads', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, funded));
    const keys = await Promise.all(people.map((person) => walletOf(person)));
    expect(new Set(keys).size).toBe(people.length);
    const proveOnce = async () => {
      await platform.inside('scheduler', SealJournals).run();
      await platform.inside('scheduler', ProveBooks).run();
    };
    const moveSome = async (from: TestUser, i: number) => {
      for (let n = 0; n < 6; n++) {
        expect((await transfer(from, people[(i + 1 + (n % 5)) % 6]!, { amount: 1 })).status).toBe(200);
      }
    };
    for (let round = 0; round < 3; round++) {
      await Promise.all([...people.map(moveSome), ...Array.from({ length: 3 }, proveOnce)]);
    }
    expect(await listed()).toMatchObject({ faults: [], frozen: [] });
  });

  it('writes one fault down once when many run it at once', async () => {
    const victim = await funded();
    await prove();
    const account = await walletOf(victim);
    await shift(account, 1);
    const job = platform.inside('scheduler', ProveBooks);
    await Promise.all([1, 2, 3, 4].map(() => job.run()));
    const rows = await platform.sql('SELECT 1 FROM book_faults WHERE subject = $1', [`account ${account}`]);
    const entries = await platform.sql('SELECT 1 FROM audit_log WHERE subject = $1', [`account ${account}`]);
    expect([rows.length, entries.length]).toEqual([1, 1]);
    await shift(account, -1);
    expect((await admin('unfreeze', { account_id: account, reason: 'Put back' })).status).toBe(200);
  });

  it('takes a step again that was cut short before its end', async () => {
    const victim = await funded();
    await prove();
    const [before] = await platform.sql(`SELECT place FROM book_proof_walks WHERE walk = 'new journals'`);
    await platform.fund(victim, 'NGN', '5.00');
    const account = await walletOf(victim);
    await behindTheGuards(
      'UPDATE ledger.legs SET balance_after_minor = balance_after_minor + 1 WHERE account_id = $1 AND seq = 2',
      [account],
    );
    await platform.sql('ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (false) NOT VALID');
    await expect(prove()).rejects.toThrow('broken');
    expect(await platform.sql('SELECT 1 FROM ledger.balances WHERE frozen')).toEqual([]);
    expect(await platform.sql(`SELECT place FROM book_proof_walks WHERE walk = 'new journals'`)).toEqual([
      before,
    ]);
    await platform.sql('ALTER TABLE audit_log DROP CONSTRAINT broken');
    await prove();
    expect(await frozen()).toContain(account);
    await behindTheGuards(
      'UPDATE ledger.legs SET balance_after_minor = balance_after_minor - 1 WHERE account_id = $1 AND seq = 2',
      [account],
    );
    expect((await admin('unfreeze', { account_id: account, reason: 'Put back' })).status).toBe(200);
  });

  it('is for staff: support looks, finance and admin act, no other user does either', async () => {
    const [support, user] = [await platform.staff('support'), await funded()];
    const body = { account_id: await walletOf(user), reason: 'Because' };
    const path = 'admin.php?section=ledger&action=faults';
    expect((await platform.get('business', path, { token: support.token })).status).toBe(200);
    expect((await platform.get('business', path, { token: user.token })).status).toBe(403);
    expect((await admin('unfreeze', body, { token: support.token })).status).toBe(403);
    expect((await admin('unfreeze', body, { token: user.token })).status).toBe(403);
    expect((await admin('unfreeze', body, { token: (await platform.staff('admin')).token })).status).toBe(
      409,
    );
    expect((await admin('unfreeze', { ...body, account_id: finance.id })).status).toBe(404);
    expect((await admin('unfreeze', { account_id: body.account_id })).status).toBe(400);
  });
});
