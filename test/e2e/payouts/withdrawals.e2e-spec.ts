import { randomUUID } from 'node:crypto';
import { Money } from '@app/kernel';
import { runPage } from '../../support/doc-commands';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { accepted } from '../../support/payout-provider';
import { setLiveNairaRate } from '../../support/rates';
import { WithdrawalsDesk } from './withdrawals-desk';

describe('WithdrawalRepository', () => {
  let desk: WithdrawalsDesk;
  let user: TestUser;

  beforeAll(async () => (desk = await WithdrawalsDesk.open()));
  beforeEach(async () => {
    user = await desk.person();
    desk.provider.onSend = accepted;
    desk.provider.isSilent = false;
    // What other tests left is sent before.
    await desk.send();
  });
  afterAll(() => desk.platform.proveAndStop());

  const balance = () => desk.balanceOf(user);
  const unpaid = () => ({
    ...({ result: 'not_now', cause: 'insufficient_float' } as const),
    until: null,
    reason: 'No money',
  });

  describe('initiate', () => {
    it('takes amount and fee at once, sends it, and completes it when it is delivered', async () => {
      const answer = await desk.initiate(user, { amount: 250 });
      expect(answer.body).toMatchObject({
        success: true,
        amount: 250,
        fee: 2.5,
        currency: 'USD',
        status: 'pending',
        payout_amount: 250,
        payout_currency: 'USD',
        destination: 'a•••@example.com',
        settlement: 'automatic',
        expected_by: null,
        new_balance: 747.5,
      });
      const uuid = answer.body.transaction_id as string;
      await desk.send();
      expect(await desk.standing(uuid)).toBe('processing/sent');
      desk.provider.becomes(uuid, 'delivered');
      await desk.pass({ minutes: 2 });
      expect(await desk.standing(uuid)).toBe('completed/ended');
      expect([await balance(), desk.provider.sent.filter(({ reference }) => reference === uuid)]).toEqual([
        '747.50',
        [{ reference: uuid, attempt: 1 }],
      ]);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
      expect(await desk.history(user)).toEqual([
        {
          id: expect.any(Number),
          uuid,
          method: 'extwallet',
          amount: 250,
          fee: 2.5,
          currency: 'USD',
          payout_amount: 250,
          payout_currency: 'USD',
          rate: null,
          destination: 'a•••@example.com',
          status: 'completed',
          stage: 'ended',
          settlement: 'automatic',
          expected_by: null,
          failure_reason: null,
          created_at: time,
          processed_at: time,
        },
      ]);
    });

    it('says when it is paid by hand, and until when, in a dry run, its response and the history', async () => {
      const other = await desk.person();
      const byHand = (createdAt: string) => ({
        settlement: 'manual',
        expected_by: new Date(Date.parse(createdAt) + 24 * 3_600_000).toISOString(),
      });
      const shown = async (uuid: string) => (await desk.history(other)).find((one) => one.uuid === uuid)!;
      const phone = mobile('+254712345678', 'MPESA');
      const { body: foreseen } = await desk.initiate(other, phone, { headers: { 'x-dry-run': 'true' } });
      expect(foreseen).toMatchObject({ settlement: 'manual', expected_by: expect.any(String) });
      const { body } = await desk.initiate(other, phone);
      const uuid = body.transaction_id as string;
      const manual = byHand((await shown(uuid)).created_at as string);
      expect(body).toMatchObject({ ...manual, message: 'The withdrawal is paid by hand, within 24 hours.' });
      expect(await shown(uuid)).toMatchObject(manual);
      await desk.send();
      expect(await shown(uuid)).toMatchObject({ ...manual, stage: 'being paid by hand' });

      await desk.platform.sql('UPDATE withdrawals SET stage = $2, reason = $3 WHERE id = $1', [
        ...[uuid, 'held', 'There is no exchange rate'],
      ]);
      expect(await shown(uuid)).toMatchObject(manual);
      await desk.platform.sql('UPDATE withdrawals SET reason = $2 WHERE id = $1', [
        ...[uuid, 'The account is frozen'],
      ]);
      expect(await shown(uuid)).toMatchObject({ settlement: 'manual', expected_by: null });
    });

    it('is sent by the scheduler as soon as it is committed', async () => {
      desk.isHeld = false;
      const uuid = await desk.initiated(user);
      desk.isHeld = true;
      await eventually(async () => (await desk.standing(uuid)) === 'processing/sent');
    });

    it('is shown as pending in the history of the wallet until it ends', async () => {
      const uuid = await desk.initiated(user);
      const read = async (path: string) => (await desk.platform.get('business', path, user)).body;
      const shown = async () => {
        const { type, status, amount, fee } = await read(`transactions.php?action=detail&uuid=${uuid}`);
        const lists = ['wallet.php?action=history', 'transactions.php?action=list'].map(async (path) => {
          const rows = (await read(path)).data.data as { uuid: string; status: string }[];
          return rows.find((row) => row.uuid === uuid)?.status;
        });
        const file = (await read('transactions.php?action=export&format=json')) as {
          uuid: string;
          status: string;
        }[];
        const exported = file.find((row) => row.uuid === uuid)?.status;
        expect([...(await Promise.all(lists)), exported]).toEqual([status, status, status]);
        return [type, status, amount, fee] as unknown[];
      };
      expect(await shown()).toEqual(['payout', 'pending', 100, 1]);
      await desk.send();
      desk.provider.becomes(uuid, 'failed', { reason: 'No such account' });
      await desk.pass({ minutes: 2 });
      expect(await shown()).toEqual(['payout', 'failed', 100, 1]);
      expect([await balance(), await desk.history(user)]).toMatchObject([
        '1000.00',
        [{ uuid, status: 'failed', failure_reason: 'No such account' }],
      ]);
    });

    it.each([
      ['an amount below 1.00', { amount: 0.99 }, '400 VALIDATION_ERROR'],
      ['more than the balance, fee included', { amount: 995 }, '400 INSUFFICIENT_FUNDS'],
      ['a wire account', { method: 'wire', details: {} }, '400 WIRE_NOT_SUPPORTED'],
      ['an unknown saved account', { method: 'bank', details: { bank_id: 7 } }, '400 ACCOUNT_NOT_FOUND'],
      ['no recipient', { details: {} }, '400 VALIDATION_ERROR'],
      ['a network of another country', mobile('+254712345678', 'MTN'), '400 VALIDATION_ERROR'],
      ['a wrong PIN', { pin: '0000' }, '401 INVALID_PIN'],
      ['no PIN', { pin: undefined }, '400 VALIDATION_ERROR'],
      ['a currency without a wallet', { currency: 'GBP' }, '404 NOT_FOUND'],
    ])('refuses %s', async (_, fields, outcome) => {
      expect(outcomeOf(await desk.initiate(user, fields))).toBe(outcome);
      expect([await balance(), await desk.history(user)]).toEqual(['1000.00', []]);
    });

    it('refuses accounts that are not verified, and frozen ones', async () => {
      const starter = await desk.person('10.00', 'USD', 0);
      expect(outcomeOf(await desk.initiate(starter, { amount: 1 }))).toBe('403 KYC_REQUIRED');
      await desk.platform.people.freeze(user.id);
      expect((await desk.initiate(user)).status).toBe(401);
    });

    it('pays to no saved account of others, none that is deleted, and no external wallet by its number', async () => {
      const { platform } = desk;
      const account = {
        currency: 'GBP',
        sort_code: '200000',
        account_number: '12345678',
        account_name: 'Ada',
      };
      const save = async (owner: TestUser, fields: object) =>
        (await platform.post('app', 'payout.php?action=add-bank', fields, owner)).body.id as number;
      const pay = async (id: number) =>
        outcomeOf(await desk.initiate(user, { method: 'bank', details: { bank_id: id } }));
      const [others, own] = [await save(await desk.person(), account), await save(user, account)];
      const wallet = await save(user, { type: 'extwallet', extwallet_email: 'ada@example.com' });
      expect([await pay(others), await pay(wallet)]).toEqual([
        '400 ACCOUNT_NOT_FOUND',
        '400 VALIDATION_ERROR',
      ]);
      await platform.post('app', 'payout.php?action=delete-bank', { id: own }, user);
      expect([await pay(own), await balance()]).toEqual(['400 ACCOUNT_NOT_FOUND', '1000.00']);
      expect(await pay(await save(user, account))).toBe('200 OK');
    });

    it('refuses what cannot be counted in USD, and what is worth nothing', async () => {
      const naira = await desk.person('5000.00', 'NGN');
      const shiftRates = (hours: number) =>
        desk.platform.sql(
          `UPDATE fx_rates SET as_of = as_of + make_interval(hours => $1),
                               valid_until = valid_until + make_interval(hours => $1) WHERE quote = 'NGN'`,
          [hours],
        );
      expect(outcomeOf(await desk.initiate(naira, { amount: 1 }))).toBe('400 VALIDATION_ERROR');
      await shiftRates(-30);
      const refused = await desk.initiate(naira, { amount: 2000 });
      await shiftRates(30);
      expect([outcomeOf(refused), await desk.balanceOf(naira), await desk.history(naira)]).toEqual([
        '400 FX_RATE_UNAVAILABLE',
        '5000.00',
        [],
      ]);
      expect((await desk.initiate(naira, { amount: 2000 })).body.payout_currency).toBe('USD');
    });

    it('asks no PIN of live keys, refuses test keys, and reads scopes', async () => {
      const merchant = await desk.platform.merchant();
      await desk.platform.fund(merchant, 'NGN', '300000.00');
      const asKey = (key: string) => desk.initiate(merchant, { amount: 100000, pin: undefined }, { key });
      const live = await asKey(merchant.live.secret_key);
      expect([outcomeOf(live), live.body.payout_currency]).toEqual(['200 OK', 'USD']);
      expect(outcomeOf(await asKey(merchant.test.secret_key))).toBe('403 TEST_KEY_FORBIDDEN');
      const read = {
        ...merchant,
        ...(await desk.platform.people.createApp(merchant, 'live', { scopes: ['payouts:read'] })),
      };
      expect(outcomeOf(await asKey(read.secret_key))).toBe('403 SCOPE_MISSING');
    });

    it('repeats an answer under its key and takes money once; a dry run takes none', async () => {
      const options = { idempotencyKey: 'withdraw-1' };
      const dry = await desk.initiate(user, {}, { headers: { 'x-dry-run': 'true' } });
      expect([dry.status, dry.body.dry_run, dry.body.new_balance]).toEqual([200, true, 899]);
      const [first, second] = [
        await desk.initiate(user, {}, options),
        await desk.initiate(user, {}, options),
      ];
      expect(second.text).toBe(first.text);
      expect([await balance(), (await desk.history(user)).length]).toEqual(['899.00', 1]);
    });

    it('answers the commands of docs/guides/payouts.md', async () => {
      const merchant = await desk.platform.merchant();
      await desk.platform.fund(merchant, 'NGN', '20000.00');
      const [output] = await runPage('guides/payouts.md', desk.platform, { merchant });
      expect(output).toContain('"dry_run":true');
      expect(output).toContain('"new_balance":14950');
      expect(output).toMatch(/"uuid":"[0-9a-f-]{36}","method":"extwallet","amount":5000,"fee":50,/);
      expect(output).toContain('"type":"payout","direction":"debit","amount":5000,"fee":50');
      expect(await desk.balanceOf(merchant)).toBe('14950.00');
    });

    it('pays to a newly saved account only after the cool-down', async () => {
      const { env } = desk.platform.config;
      env.PAYOUT_COOL_DOWN_MINUTES = 10;
      const account = {
        currency: 'GBP',
        sort_code: '200000',
        account_number: '12345678',
        account_name: 'Ada',
      };
      const { token } = user;
      const saved = await desk.platform.post('app', 'payout.php?action=add-bank', account, { token });
      const withdrawn = () => desk.initiate(user, { method: 'bank', details: { bank_id: saved.body.id } });
      const early = await withdrawn();
      expect([outcomeOf(early), await balance()]).toEqual(['400 ACCOUNT_TOO_NEW', '1000.00']);
      const usableAt = new Date(early.body.usable_at as string);
      expect(usableAt.getTime() - Date.parse(saved.body.created_at as string)).toBe(600_000);
      expect(outcomeOf(await desk.initiate(user))).toBe('200 OK');
      desk.platform.clock.advance({ minutes: 10 });
      expect(outcomeOf(await withdrawn())).toBe('200 OK');
      env.PAYOUT_COOL_DOWN_MINUTES = 0;
    });

    it('is limited to 20 a minute for the account and its keys together', async () => {
      const merchant = await desk.platform.merchant({ currency: 'USD' });
      await desk.platform.fund(merchant, 'USD', '100.00');
      const other = await desk.platform.people.createApp(merchant, 'live');
      const callers = [{}, { key: merchant.live.secret_key }, { key: other.secret_key }];
      const outcomes = [];
      for (let i = 0; i < 21; i++)
        outcomes.push(outcomeOf(await desk.initiate(merchant, { amount: 1 }, callers[i % 3])));
      expect(outcomes.map((outcome) => outcome.slice(0, 3))).toEqual([
        ...Array<string>(20).fill('200'),
        '429',
      ]);
    });
  });

  describe('the daily limit', () => {
    it('counts amounts without fee in USD, names what is left, and frees what fails', async () => {
      const rich = await desk.person('9000.00');
      const first = await desk.initiated(rich, { amount: 4000 });
      expect(await desk.usedTodayUsd(rich)).toBe(4000);
      const refused = await desk.initiate(rich, { amount: 1000.01 }, { idempotencyKey: 'over' });
      expect([outcomeOf(refused), refused.body]).toMatchObject([
        '400 DAILY_LIMIT_EXCEEDED',
        { daily_limit_usd: 5000, used_today_usd: 4000, left_usd: 1000 },
      ]);
      expect((await desk.initiate(rich, { amount: 1000 })).status).toBe(200);
      expect((await desk.initiate(rich, { amount: 1000.01 }, { idempotencyKey: 'over' })).text).toBe(
        refused.text,
      );
      await desk.send();
      desk.provider.becomes(first, 'failed');
      await desk.pass({ minutes: 2 });
      expect(await desk.usedTodayUsd(rich)).toBe(1000);
    });

    it('is of a day in UTC, and what fails is taken off its own day', async () => {
      const { clock } = desk.platform;
      const now = clock.now();
      const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
      clock.freeze(new Date(midnight - 60_000));
      const rich = await desk.person('20000.00');
      const late = await desk.initiated(rich, { amount: 4000 });
      await desk.send();
      clock.advance({ minutes: 2 });
      const usedBy = async (day: Date) => {
        const [row] = await desk.platform.sql<{ used: string }>(
          'SELECT used_minor AS used FROM ledger.outgoing_days WHERE owner_id = $1 AND day = $2',
          [rich.id, day.toISOString().slice(0, 10)],
        );
        return Number(row?.used ?? 0);
      };
      expect((await desk.initiate(rich, { amount: 5000 })).status).toBe(200);
      expect(outcomeOf(await desk.initiate(rich, { amount: 1 }))).toBe('400 DAILY_LIMIT_EXCEEDED');
      desk.provider.becomes(late, 'failed');
      await desk.pass({ minutes: 2 });
      expect([await desk.standing(late), await usedBy(now), await usedBy(clock.now())]).toEqual([
        'failed/ended',
        0,
        500_000,
      ]);
    });

    it('is that of the level of the request, also where the level has fallen since', async () => {
      const rich = await desk.person('9000.00', 'USD', 2);
      const lower = (level: number) =>
        desk.platform.sql('UPDATE users SET kyc_level = $2 WHERE id = $1', [rich.id, level]);
      await desk.initiated(rich, { amount: 6000 });
      await lower(1);
      const refused = await desk.initiate(rich, { amount: 1 });
      expect([outcomeOf(refused), refused.body]).toMatchObject([
        '400 DAILY_LIMIT_EXCEEDED',
        { daily_limit_usd: 5000, used_today_usd: 6000, left_usd: 0 },
      ]);
      await lower(0);
      expect(outcomeOf(await desk.initiate(rich, { amount: 1 }))).toBe('403 KYC_REQUIRED');
    });

    it('is exact for rivals over two hosts', async () => {
      const rich = await desk.person('9000.00');
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          desk.platform.post(
            i % 2 ? 'business' : 'app',
            'payout.php?action=initiate',
            {
              method: 'extwallet',
              amount: 700,
              details: { extwallet_email: 'a@example.com' },
              pin: rich.pin,
            },
            { token: rich.token },
          ),
        ),
      );
      expect(outcomes.map(outcomeOf).toSorted()).toEqual([
        ...Array<string>(7).fill('200 OK'),
        ...Array<string>(5).fill('400 DAILY_LIMIT_EXCEEDED'),
      ]);
      expect(await desk.usedTodayUsd(rich)).toBe(4900);
    });
  });

  it('reaches webhooks with its end, each once', async () => {
    const { platform } = desk;
    const merchant = await platform.merchant({ currency: 'USD' });
    await platform.fund(merchant, 'USD', '1000.00');
    const [all, named] = [await platform.receiver(), await platform.receiver()];
    for (const endpoint of [{ url: all.url }, { url: named.url, events: ['transfer.completed'] }]) {
      const body = { app_id: merchant.live.app_id, ...endpoint };
      const created = await platform.post(
        'business',
        'business.php?section=webhooks&action=create',
        body,
        merchant,
      );
      expect(created.status).toBe(200);
    }
    const account = {
      currency: 'USD',
      routing_number: '021000021',
      account_number: '12345678',
      account_type: 'checking',
      account_name: 'Ada',
      bank_name: 'Chase',
    };
    const saved = await platform.post('business', 'payout.php?action=add-bank', account, merchant);
    const bank = { method: 'bank', amount: 250.5, details: { bank_id: saved.body.id } };
    const [delivered, failed] = [await desk.initiated(merchant, bank), await desk.initiated(merchant)];
    await desk.send();
    desk.provider.becomes(delivered, 'delivered');
    desk.provider.becomes(failed, 'failed', { reason: 'No such account' });
    await desk.pass({ minutes: 2 });
    desk.provider.becomes(delivered, 'returned');
    await desk.pass({ hours: 1 });
    await desk.pass({ hours: 1 });

    const about = (uuid: string, amount: number, fee: number, method: string) => ({
      transaction_id: uuid,
      amount,
      fee,
      currency: 'USD',
      method,
    });
    const ended = { ...about(delivered, 250.5, 2.51, 'bank'), status: 'completed' };
    const failure = { ...about(failed, 100, 1, 'extwallet'), status: 'failed', reason: 'No such account' };
    const dataOf = async (event: string, receiver = all) =>
      (await receiver.next((e) => e.event === event)).data;
    expect(await dataOf('payout.completed')).toEqual(ended);
    expect(await dataOf('payout.failed')).toEqual(failure);
    expect(await dataOf('payout.returned')).toEqual({ ...ended, credited_amount: 250.5 });
    expect(await dataOf('transfer.completed', named)).toEqual({
      ...ended,
      reference: delivered,
      bank_name: 'Chase',
      account: '•••• 5678',
    });
    const sent = await platform.sql(
      'SELECT event, count(*)::int AS count FROM webhook_deliveries WHERE owner_id = $1 GROUP BY 1 ORDER BY 1',
      [merchant.id],
    );
    expect(sent).toEqual(
      ['payout.completed', 'payout.failed', 'payout.returned', 'transfer.completed'].map((event) => ({
        event,
        count: 1,
      })),
    );
  });

  describe('an event of the provider', () => {
    const tell = (reference: string, status: string, hash?: string) => {
      const { platform } = desk;
      const headers = { 'verif-hash': hash ?? platform.config.env.GATEWAY_EVENT_HASH };
      const event = { event: 'transfer.completed', data: { id: 1, reference, status, amount: 1 } };
      return platform.post('business', 'gateway-events.php', event, { headers });
    };
    const questions = (uuid: string) => desk.provider.asked.filter((reference) => reference === uuid).length;

    it('has it asked about at once, and is not believed', async () => {
      const uuid = await desk.initiated(user);
      expect((await tell(uuid, 'SUCCESSFUL')).status).toBe(200);
      expect([await desk.standing(uuid), questions(uuid)]).toEqual(['pending/queued', 0]);
      await desk.send();
      await tell(uuid, 'SUCCESSFUL');
      await desk.send();
      expect([await desk.standing(uuid), questions(uuid)]).toEqual(['processing/sent', 1]);
      desk.provider.becomes(uuid, 'delivered');
      await Promise.all([tell(uuid.toUpperCase(), 'FAILED'), tell(uuid, 'FAILED')]);
      await desk.send();
      expect([await desk.standing(uuid), await balance()]).toEqual(['completed/ended', '899.00']);
      await tell(uuid, 'FAILED');
      await desk.send();
      expect([await desk.standing(uuid), await balance()]).toEqual(['completed/ended', '899.00']);
    });

    it('is answered with 200 however often it arrives at once', async () => {
      const uuid = await desk.initiated(user, { amount: 1 });
      await desk.send();
      const answers = await Promise.all(Array.from({ length: 40 }, () => tell(uuid, 'SUCCESSFUL')));
      expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['200 OK']));
      desk.provider.becomes(uuid, 'failed');
      await tell(uuid, 'FAILED');
      await desk.send();
      expect(await desk.standing(uuid)).toBe('failed/ended');
    });

    it('ends it once, together with the job and with finance', async () => {
      const finance = await desk.platform.staff('finance');
      for (let i = 0; i < 3; i++) {
        const uuid = await desk.initiated(user, { amount: 10 });
        await desk.send();
        desk.provider.becomes(uuid, 'delivered');
        desk.platform.clock.advance({ minutes: 2 });
        const [settled] = await Promise.all([
          desk.decide(finance, 'complete', { uuid, reference: uuid, note: 'Seen in the portal' }),
          ...['SUCCESSFUL', 'FAILED'].map((status) => tell(uuid, status)),
          ...[desk.send(), desk.send()],
        ]);
        await desk.send();
        expect(['200 OK', '409 INVALID_STATE']).toContain(outcomeOf(settled));
        const ends = await desk.platform.sql(
          `SELECT type FROM outbox WHERE aggregateid = $1 AND type LIKE 'payout.%' AND type <> 'payout.initiated'`,
          [uuid],
        );
        expect([await desk.standing(uuid), ends]).toEqual([
          'completed/ended',
          [{ type: 'payout.completed' }],
        ]);
      }
      expect(await balance()).toBe('967.00');
    });

    it('is refused if it is forged, and ignored if it concerns no payout of ours', async () => {
      const uuid = await desk.initiated(user);
      await desk.send();
      const outcomes = [await tell(uuid, 'FAILED', 'a guess'), await tell(uuid, 'FAILED', '')];
      expect(outcomes.map(outcomeOf)).toEqual(['401 UNAUTHENTICATED', '401 UNAUTHENTICATED']);
      expect((await tell(randomUUID(), 'SUCCESSFUL')).status).toBe(200);
      await desk.send();
      expect([await desk.standing(uuid), questions(uuid)]).toEqual(['processing/sent', 0]);
    });
  });

  describe('dispatch', () => {
    it('asks about a sending without an answer, and does not send again what was taken', async () => {
      desk.provider.onSend = () => 'silent';
      const uuid = await desk.initiated(user);
      await desk.send();
      expect([await desk.standing(uuid), await balance()]).toEqual(['processing/doubtful', '899.00']);
      desk.provider.becomes(uuid, 'delivered');
      await desk.pass({ minutes: 2 });
      expect([await desk.standing(uuid), (await desk.row(uuid)).sendings]).toEqual(['completed/ended', 1]);
    });

    it('sends again what the provider does not know twice, ten minutes apart, and then stops', async () => {
      desk.provider.onSend = () => 'silent, not taken';
      const uuid = await desk.initiated(user);
      await desk.send();
      await desk.pass({ minutes: 2 });
      expect((await desk.row(uuid)).sendings).toBe(1);
      await desk.pass({ minutes: 10 });
      expect([await desk.standing(uuid), (await desk.row(uuid)).sendings]).toEqual([
        'processing/doubtful',
        2,
      ]);
      for (let i = 0; i < 3; i++) await desk.pass({ minutes: 10 });
      expect([await desk.standing(uuid), (await desk.row(uuid)).sendings, await balance()]).toEqual([
        'processing/stopped',
        2,
        '899.00',
      ]);
    });

    it('fails what the provider refuses at once, and doubts what it refuses after a sending without an answer', async () => {
      desk.provider.onSend = () => ({ result: 'refused', reason: 'Account closed' });
      const refused = await desk.initiated(user);
      await desk.send();
      expect([await desk.standing(refused), await balance()]).toEqual(['failed/ended', '1000.00']);
      desk.provider.onSend = () => 'silent, not taken';
      const doubtful = await desk.initiated(user);
      await desk.send();
      await desk.pass({ minutes: 2 });
      desk.provider.onSend = () => ({ result: 'refused', reason: 'Duplicate reference' });
      await desk.pass({ minutes: 10 });
      expect([await desk.standing(doubtful), await balance()]).toEqual(['processing/doubtful', '899.00']);
    });

    it('keeps withdrawals pending while the provider cannot pay', async () => {
      desk.provider.onSend = unpaid;
      const uuid = await desk.initiated(user);
      await desk.send();
      expect([await desk.standing(uuid), (await desk.row(uuid)).sendings]).toEqual(['pending/queued', 0]);
      desk.provider.onSend = accepted;
      await desk.pass({ minutes: 11 });
      expect(await desk.standing(uuid)).toBe('processing/sent');
    });

    it('sends nothing more to a provider that did not answer five times, for a while', async () => {
      desk.provider.onSend = () => 'silent';
      for (let i = 0; i < 5; i++) await desk.initiated(user, { amount: 1 });
      await desk.send();
      const uuid = await desk.initiated(user, { amount: 1 });
      desk.provider.onSend = accepted;
      await desk.send();
      expect(await desk.standing(uuid)).toBe('pending/queued');
      await desk.pass({ minutes: 2 });
      expect(await desk.standing(uuid)).toBe('processing/sent');
    });

    it('sends no more in a minute than the provider takes', async () => {
      desk.provider.ordersPerMinute = 2;
      const uuids: string[] = [];
      for (let i = 0; i < 3; i++) uuids.push(await desk.initiated(user, { amount: 1 }));
      const stages = async () => (await Promise.all(uuids.map((uuid) => desk.standing(uuid)))).toSorted();
      await desk.send();
      expect(await stages()).toEqual(['pending/queued', 'processing/sent', 'processing/sent']);
      await desk.pass({ minutes: 1 });
      expect(await stages()).toEqual(Array(3).fill('processing/sent'));
      desk.provider.ordersPerMinute = null;
    });

    it.each([
      ['2 % or less', '1529', 'processing/sent'],
      ['more than 2 %', '1531', 'processing/held'],
    ])('sends after two hours what is worth less by %s', async (_, rate, expected) => {
      const { platform } = desk;
      const naira = await desk.person('20000.00', 'NGN');
      await setLiveNairaRate(platform, 'USD', '1500');
      desk.provider.onSend = unpaid;
      const uuid = await desk.initiated(naira, { amount: 15_000 });
      await desk.send();
      desk.provider.onSend = accepted;
      platform.clock.advance({ hours: 2 });
      await setLiveNairaRate(platform, 'USD', rate);
      await desk.send();
      expect([await desk.standing(uuid), await desk.balanceOf(naira)]).toEqual([expected, '4850.00']);
      if (expected !== 'processing/held') return;
      expect((await desk.decide(await platform.staff('finance'), 'recheck', { uuid })).status).toBe(200);
      await desk.send();
      expect(await desk.standing(uuid)).toBe('processing/sent');
    });

    it('stops at a payout of another amount, without a guess', async () => {
      const uuid = await desk.initiated(user);
      await desk.send();
      desk.provider.becomes(uuid, 'delivered', { matchesDestination: false });
      await desk.pass({ minutes: 2 });
      expect([await desk.standing(uuid), await balance()]).toEqual(['processing/stopped', '899.00']);
    });

    it('notifies the owner once that the recipient has to claim it', async () => {
      const uuid = await desk.initiated(user);
      await desk.send();
      const shown = async () => (await desk.history(user))[0]!.stage;
      desk.provider.becomes(uuid, 'held');
      await desk.pass({ minutes: 2 });
      expect(await shown()).toBe('held by the payment provider');
      desk.provider.becomes(uuid, 'unclaimed');
      await desk.pass({ minutes: 10 });
      expect(await shown()).toBe('waiting for the recipient');
      for (let i = 0; i < 2; i++) await desk.pass({ minutes: 11 });
      expect(await desk.standing(uuid)).toBe('processing/waiting');
      desk.provider.becomes(uuid, 'delivered');
      await desk.pass({ minutes: 11 });
      const notices = () =>
        desk.platform.sql<{ type: string }>(
          `SELECT type FROM notifications WHERE owner_id = $1 AND type LIKE 'payout.%' ORDER BY id`,
          [user.id],
        );
      // Events of one withdrawal are handled in their order.
      await eventually(async () => (await notices()).some(({ type }) => type === 'payout.completed'));
      expect(await notices()).toEqual([{ type: 'payout.waiting' }, { type: 'payout.completed' }]);
    });

    it('credits what comes back after its delivery once the provider has said so twice', async () => {
      const uuid = await desk.initiated(user);
      await desk.send();
      desk.provider.becomes(uuid, 'delivered');
      await desk.pass({ minutes: 2 });
      desk.provider.becomes(uuid, 'returned');
      await desk.pass({ hours: 24 });
      expect([await desk.standing(uuid), await balance()]).toEqual(['completed/ended', '899.00']);
      await desk.pass({ hours: 1 });
      expect([await desk.standing(uuid), await balance()]).toEqual(['completed/ended', '999.00']);
      await desk.pass({ days: 8 });
      expect(await balance()).toBe('999.00');
    });

    it('books as a loss what is delivered after it had failed', async () => {
      desk.provider.onSend = () => 'silent';
      const uuid = await desk.initiated(user);
      await desk.send();
      desk.provider.becomes(uuid, 'failed');
      await desk.pass({ minutes: 2 });
      expect([await desk.standing(uuid), await balance()]).toEqual(['failed/ended', '1000.00']);
      desk.provider.becomes(uuid, 'delivered');
      await desk.pass({ hours: 24 });
      expect([await balance(), (await desk.books())['payout-losses USD']]).toEqual(['1000.00', '-10000']);
    });

    it('books as a loss what is delivered in another amount after it had failed', async () => {
      const losses = async () => Number((await desk.books())['payout-losses USD'] ?? 0);
      const [uuid, before] = [await desk.initiated(user), await losses()];
      await desk.send();
      desk.provider.becomes(uuid, 'failed');
      await desk.pass({ minutes: 2 });
      desk.provider.becomes(uuid, 'delivered', { amount: new Money(9_900n, 'USD') });
      await desk.pass({ hours: 24 });
      expect([await desk.standing(uuid), await balance(), await losses()]).toEqual([
        'failed/ended',
        '1000.00',
        before - 9_900,
      ]);
    });
  });
});

function mobile(phone: string, network: string) {
  return { method: 'mobile_money', details: { phone, network } };
}
