import { randomUUID } from 'node:crypto';
import { Config, Vault } from '@app/config';
import { addSeconds, Money } from '@app/kernel';
import { type PayoutDestination, type PayoutOrder, PayoutRoutes, SavedAccountsService } from '@app/payouts';
import { runPage } from '../../support/doc-commands';
import { eventually } from '../../support/eventually';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const NIGERIAN = { currency: 'NGN', bank_code: '058', account_number: '0123456789' };
const WALLET = { type: 'extwallet', extwallet_email: 'Ada@Example.com' };
const BRITISH = { currency: 'GBP', sort_code: '20-00-00', account_name: 'Ada Okafor' };

describe('payout accounts and providers', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let user: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({
      apps: ['business', 'app', 'sandbox', 'scheduler'],
      env: { RATE_LIMITS: 'false' },
    });
    [merchant, user] = [await platform.merchant(), await platform.signUp()];
  });
  afterAll(() => platform?.proveAndStop());

  const add = (body: object, token = user.token) =>
    platform.post('app', 'payout.php?action=add-bank', body, { token });
  const list = async (token = user.token) =>
    (await platform.get('business', 'payout.php?action=my-banks', { token })).body.data as object[];
  const clear = () => platform.sql('DELETE FROM payout_accounts');
  beforeEach(clear);

  it('lists banks and branches, and finds the holder of a Nigerian account', async () => {
    const key = { key: merchant.live.secret_key };
    const read = (query: string) => platform.get('business', `payout.php?action=${query}`, key);
    const { body } = await read('list-banks&country=ng');
    expect(body.data).toContainEqual({
      bank_code: '058',
      name: 'Guaranty Trust Bank',
      country: 'NG',
      currency: 'NGN',
      settlement: 'automatic',
    });
    const branches = await read('list-branches&country=GH&bank_code=GH280100');
    expect(branches.body.data).toContainEqual({ branch_code: 'GH280103', name: 'Accra Main' });
    const account = '&bank_code=058&account_number=';
    expect((await read(`resolve-account${account}0123456789`)).body).toEqual({
      success: true,
      account_number: '0123456789',
      account_name: 'Test Account 6789',
      bank_code: '058',
    });
    const refused = async (query: string) => {
      const { status, body: error } = await read(query);
      return [status, error.error_code];
    };
    expect(await refused(`resolve-account${account}0000000000`)).toEqual([404, 'NOT_FOUND']);
    expect(await refused(`resolve-account${account}0000000009`)).toEqual([502, 'GATEWAY_ERROR']);
    expect(await refused(`resolve-account${account}0123456789&country=GH`)).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    expect(await refused('resolve-account&bank_code=999&account_number=0123456789')).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    expect(await refused('list-banks&country=FR')).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('saves a Nigerian account under the name that the bank has', async () => {
    const saved = await add({ ...NIGERIAN, account_name: 'Some Other Name', nickname: 'Salary' });
    expect(saved.body).toMatchObject({
      type: 'bank',
      nickname: 'Salary',
      country_code: 'NG',
      bank_name: 'Guaranty Trust Bank',
      account_number: '•••• 6789',
      account_name: 'Test Account 6789',
      verified: true,
      name_match: 'different',
      settlement: 'automatic',
      warning: null,
    });
    expect(await list()).toEqual([
      expect.objectContaining({ id: saved.body.id, account_number: '•••• 6789' }),
    ]);
    const unanswered = { ...NIGERIAN, account_number: '0000000009' };
    expect((await add(unanswered)).body.error_code).toBe('VALIDATION_ERROR');
    expect((await add({ ...unanswered, account_name: 'Ada' })).body).toMatchObject({
      verified: false,
      name_match: null,
      warning: expect.stringContaining('check digit'),
    });
    expect((await add({ ...NIGERIAN, account_number: '0000000000' })).body).toMatchObject({
      error_code: 'VALIDATION_ERROR',
    });
    expect((await add({ ...NIGERIAN, bank_code: '999' })).body.error_code).toBe('VALIDATION_ERROR');
  });

  it('keeps nothing of an account in clear, and erases it with its deletion', async () => {
    const numbers = { sort_code: 200_000, account_number: 1_234_567 };
    const { id } = (await add({ ...BRITISH, ...numbers })).body as { id: number };
    const stored = async () =>
      (
        await platform.sql(`SELECT to_jsonb(a)::text AS row, a.* FROM payout_accounts a WHERE number = $1`, [
          id,
        ])
      )[0]!;
    expect(await list()).toMatchObject([{ id, settlement: 'manual' }]);
    const row = await stored();
    expect(row.row).not.toMatch(/01234567|Okafor|200000/);
    const vault = platform.inside('app', Vault);
    const opened = vault.unseal(row.details_ciphertext as Buffer, 'payout account', row.id as string);
    expect(JSON.parse(opened)).toMatchObject({
      destination: { accountNumber: '01234567', sortCode: '200000' },
    });
    const accounts = platform.inside('app', SavedAccountsService);
    expect(await accounts.find(user.id, String(id))).toMatchObject({ type: 'bank', currency: 'GBP' });
    expect(await accounts.find(merchant.id, String(id))).toBeUndefined();

    const remove = (token: string) =>
      platform.post('app', 'payout.php?action=delete-bank', { id }, { token });
    expect((await remove(merchant.token)).status).toBe(404);
    expect((await remove(user.token)).body).toEqual({ success: true, id });
    expect((await remove(user.token)).status).toBe(404);
    expect(await stored()).toMatchObject({ details_ciphertext: null, fingerprint: null, slot: null });
    expect(await list()).toEqual([]);
  });

  it('opens accounts that were sealed under a retired key', async () => {
    const { id } = (await add(WALLET)).body as { id: number };
    const { env } = platform.config;
    const next = new Vault(
      Config.from({ ENCRYPTION_KEY: 'n'.repeat(40), RETIRED_ENCRYPTION_KEYS: env.ENCRYPTION_KEY }),
    );
    const [row] = await platform.sql('SELECT id, details_ciphertext FROM payout_accounts WHERE number = $1', [
      id,
    ]);
    const { destination } = JSON.parse(
      next.unseal(row!.details_ciphertext as Buffer, 'payout account', row!.id as string),
    ) as { destination: unknown };
    expect(destination).toEqual({ method: 'extwallet', email: 'ada@example.com' });
  });

  it('saves the same account once, and five at most, whatever is sent at once', async () => {
    const numbers = Array.from({ length: 8 }, (_, index) => String(30_000_000 + index));
    const twice = await Promise.all([add(WALLET), add(WALLET)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await add(WALLET)).body.error_code).toBe('CONFLICT');
    const answers = await Promise.all(numbers.map((account_number) => add({ ...BRITISH, account_number })));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(4);
    for (const account_number of numbers) await add({ ...BRITISH, account_number });
    expect(await list()).toHaveLength(5);
    expect((await add({ ...BRITISH, account_number: '39999999' })).body).toMatchObject({
      error_code: 'LIMIT_REACHED',
    });
  });

  it('refuses writes of test keys and of keys without the scope', async () => {
    const by = (key: string) => platform.post('business', 'payout.php?action=add-bank', WALLET, { key });
    expect((await by(merchant.test.secret_key)).body.error_code).toBe('TEST_KEY_FORBIDDEN');
    expect((await by(merchant.live.secret_key)).status).toBe(200);
  });

  it('are saved and paid by the commands of docs/guides/payout-accounts.md', async () => {
    const reader = await platform.merchant();
    await platform.fund(reader, 'NGN', '2000.00');
    const commands = () => runPage('guides/payout-accounts.md', platform, { merchant: reader });
    const [output] = await commands();
    expect(output).toContain('"account_name":"Test Account 6789"');
    expect(output).toContain('"destination":"•••• 6789","new_balance":990');
    expect(output).toContain('"bank_name":"Guaranty Trust Bank","account_number":"•••• 6789"');
    expect(await commands()).toEqual([output]);
  });

  it('notifies the owner by mail', async () => {
    await add({ ...NIGERIAN, account_number: '0123456780' });
    await eventually(async () => {
      const sql = 'SELECT 1 FROM notifications WHERE type = $1 AND owner_id = $2';
      return (await platform.sql(sql, ['security.payout-account-added', user.id])).length > 0;
    });
  });

  describe('the simulated providers', () => {
    const destinationOf = (accountNumber: string): PayoutDestination => ({
      method: 'bank',
      scheme: 'local',
      country: 'NG',
      currency: 'NGN',
      bankCode: '058',
      bankName: 'Guaranty Trust Bank',
      branchCode: null,
      accountNumber,
      accountName: 'Ada Okafor',
    });
    const orderTo = (destination: PayoutDestination): PayoutOrder => ({
      reference: randomUUID(),
      amount: new Money(12_345n, destination.method === 'bank' ? 'NGN' : 'USD'),
      destination,
      narration: 'Payout',
      orderedAt: platform.clock.now(),
    });
    const providerOf = (order: PayoutOrder) =>
      platform
        .inside('scheduler', PayoutRoutes as unknown as new () => PayoutRoutes)
        .providerFor(order.destination)!;
    const final = (order: PayoutOrder, providerId: string | null, status: string) =>
      eventually(async () => {
        const report = await providerOf(order).ask(order, providerId);
        return report.result === 'found' && report.status === status;
      });

    it.each([
      ['0123456789', 'delivered'],
      ['9900000001', 'failed'],
      ['9900000004', 'pending'],
    ])('take a transfer to %s, which is then %s', async (account, status) => {
      const order = orderTo(destinationOf(account));
      const sent = await providerOf(order).send(order, 1);
      expect(sent).toMatchObject({ result: 'accepted', fee: new Money(1_075n, 'NGN') });
      const { providerId } = sent as { providerId: string };
      await final(order, providerId, status);
      expect(await providerOf(order).send(order, 2)).toMatchObject({ result: 'accepted', providerId });
      const report = await providerOf(order).ask(order, null);
      expect(report).toMatchObject({ providerId, amount: order.amount, matchesDestination: true });
    });

    it('leave transfers without an answer, taken or not', async () => {
      const taken = orderTo(destinationOf('9900000002'));
      await expect(providerOf(taken).send(taken, 1)).rejects.toThrow('503');
      await final(taken, null, 'delivered');
      const lost = orderTo(destinationOf('9900000003'));
      await expect(providerOf(lost).send(lost, 1)).rejects.toThrow('503');
      expect(await providerOf(lost).ask(lost, null)).toEqual({ result: 'absent' });
      expect(await providerOf(lost).send(lost, 2)).toMatchObject({ result: 'accepted' });
      await final(lost, null, 'delivered');
    });

    it('refuse, return and change transfers', async () => {
      const refused = orderTo(destinationOf('9900000007'));
      expect(await providerOf(refused).send(refused, 1)).toMatchObject({ result: 'refused' });
      const changed = orderTo(destinationOf('9900000006'));
      await providerOf(changed).send(changed, 1);
      const { amount } = (await providerOf(changed).ask(changed, null)) as { amount: Money };
      expect(amount.minor).toBe(12_445n);
      const returned = orderTo(destinationOf('9900000005'));
      await providerOf(returned).send(returned, 1);
      await final(returned, null, 'returned');
      const huge = { ...orderTo(destinationOf('0123456789')), amount: new Money(99_999_999_999_999n, 'NGN') };
      expect(await providerOf(huge).send(huge as PayoutOrder, 1)).toMatchObject({
        result: 'not_now',
        cause: 'insufficient_float',
      });
    });

    it.each([
      ['paid', 'delivered'],
      ['onhold', 'held'],
      ['denied', 'failed'],
      ['returned', 'returned'],
      ['reversed-later', 'returned'],
    ])('take a payout to %s@, which is then %s', async (mailbox, status) => {
      const order = orderTo({ method: 'extwallet', email: `${mailbox}@example.com` });
      const sent = (await providerOf(order).send(order, 1)) as { providerId: string };
      await final(order, sent.providerId, status);
      expect(await providerOf(order).send(order, 2)).toMatchObject(sent);
    });

    it('find an unanswered payout by sending it again, and cancel an unclaimed one', async () => {
      const lost = orderTo({ method: 'extwallet', email: 'unanswered@example.com' });
      await expect(providerOf(lost).send(lost, 1)).rejects.toThrow('503');
      expect(await providerOf(lost).ask(lost, null)).toEqual({ result: 'send_again' });
      const { providerId } = (await providerOf(lost).send(lost, 2)) as { providerId: string };
      await final(lost, providerId, 'delivered');
      const old = { ...lost, orderedAt: addSeconds(lost.orderedAt, -26 * 24 * 3600) };
      await expect(providerOf(old).send(old, 3)).rejects.toThrow('too old');

      const open = orderTo({ method: 'extwallet', email: 'unclaimed@example.com' });
      const sent = (await providerOf(open).send(open, 1)) as { providerId: string };
      await final(open, sent.providerId, 'unclaimed');
      expect(await providerOf(open).cancel(sent.providerId)).toBe(true);
      expect(await providerOf(open).cancel(sent.providerId)).toBe(false);
      await final(open, sent.providerId, 'returned');
    });
  });

  describe('withdrawals through the simulated providers', () => {
    let sender: TestUser;

    beforeAll(async () => {
      sender = await platform.signUp({ currency: 'NGN' });
      await platform.sql('UPDATE users SET kyc_level = 1 WHERE id = $1', [sender.id]);
      await platform.fund(sender, 'NGN', '10000.00');
      await platform.holdJobs();
    });

    const balance = async () =>
      (await platform.get('app', 'wallet.php?action=balance', { token: sender.token })).body.balance;
    /** Waits for the end of the sending, and sends the provider's events again: those that came meanwhile count for nothing. */
    const reportAgain = async (id: string) => {
      const unsent = `SELECT FROM withdrawals WHERE id = $1 AND stage IN ('queued', 'sending')`;
      await eventually(async () => (await platform.sql(unsent, [id])).length === 0);
      await platform.sql(
        `UPDATE simulator.payout_events SET state = 'due', due_at = greatest(due_at, now())
          WHERE transfer_id = (SELECT id FROM simulator.transfers WHERE reference = $1)`,
        [id],
      );
    };
    const withdraw = async (accountNumber: string) => {
      const { token, pin } = sender;
      const { body: account } = await add({ ...NIGERIAN, account_number: accountNumber }, token);
      const body = { method: 'bank', amount: 1000, details: { bank_id: account.id }, pin };
      const { body: answer } = await platform.post('app', 'payout.php?action=initiate', body, { token });
      const find = async () => {
        const { body: history } = await platform.get('app', 'payout.php?action=history', { token });
        return history.data.find(({ uuid }: { uuid: string }) => uuid === answer.transaction_id);
      };
      const endsAs = (status: string) => eventually(async () => (await find()).status === status);
      await reportAgain(answer.transaction_id as string);
      return { find, endsAs };
    };

    // The jobs are held, so that only the events of the provider make the scheduler ask it.
    it.each([
      ['is delivered', '0123456789', 'completed', '8990.00'],
      ['fails later', '9900000001', 'failed', '8990.00'],
      ['is taken without an answer', '9900000002', 'completed', '7980.00'],
      ['has early and repeated events', '9900000008', 'completed', '6970.00'],
    ])('ends one that %s by the events of the provider', async (_, account, status, left) => {
      const withdrawal = await withdraw(account);
      await withdrawal.endsAs(status);
      expect(await withdrawal.find()).toMatchObject({ status, destination: expect.stringContaining('••••') });
      expect(await balance()).toBe(left);
    });
  });
});
