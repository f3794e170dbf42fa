import { Commands } from '@app/write-path';
import { ClaimRefund } from '../../../libs/checkout/src/refunds/commands/claim-refund';
import { httpClient, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Teams } from '../../support/teams';
import { CARDS } from '../../support/test-cards';
import { Escrows } from '../escrow/escrows';
import { Billing } from '../invoices/billing';
import { Shop } from './cards';

const PARTS = 64;

describe('Refunds over two processes', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let shop: Shop;
  let urls: string[];

  beforeAll(async () => {
    platform = await startPlatform({ secondCheckout: true, env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    urls = [platform.urls.checkout, await platform.secondCheckoutUrl()];
  });
  afterAll(() => platform?.proveAndStop());

  const refundAt = (n: number, body: object) =>
    httpClient('POST', `${urls[n % urls.length]}/api/sessions.php?action=refund`, body, {
      key: merchant.live.secret_key,
    });

  async function paid(fields: Record<string, unknown>): Promise<string> {
    const open = await shop.open(fields);
    const { body, text } = await shop.pay(open, CARDS.approved);
    if (body.status !== 'completed') throw new Error(text);
    return open.session_id;
  }

  const sums = async (session_id: string) => {
    const [row] = await platform.sql<Record<string, string>>(
      `SELECT count(*)::int AS parts, sum(face_minor)::text AS face, sum(charge_minor)::text AS charge,
              min(status) AS first, max(status) AS last FROM refunds WHERE session_id = $1`,
      [session_id],
    );
    return row!;
  };

  it('complete all of 64 equal parts at once, and come to exactly what was paid', async () => {
    await setNairaRate(platform, 'USD', '1555.55');
    // The rate falls, so that the refunds cost more than the payment brought.
    await paid({ amount: 64, currency: 'USD' });
    const session_id = await paid({ amount: 64, currency: 'USD' });
    await setNairaRate(platform, 'USD', '1500');
    const answers = await Promise.all(
      Array.from({ length: PARTS }, (_, n) => refundAt(n, { session_id, amount: 1 })),
    );
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['200 OK']));
    await platform.runJobs();
    expect(await sums(session_id)).toEqual({
      parts: PARTS,
      face: '6400',
      charge: '9955520',
      first: 'completed',
      last: 'completed',
    });
    const sent = await new Escrows(platform).refunds({ session_id });
    expect(sent.reduce((sum, minor) => sum + BigInt(minor), 0n)).toBe(9_955_520n);
    expect(outcomeOf(await refundAt(0, { session_id, amount: 0.01 }))).toBe('409 INVALID_STATE');
  });

  it('refuse what does not fit of 64 parts at once', async () => {
    const session_id = await paid({ amount: 100 });
    const answers = await Promise.all(
      Array.from({ length: PARTS }, (_, n) => refundAt(n, { session_id, amount: 3 })),
    );
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect([done.length, new Set(refused.map(outcomeOf))]).toEqual([33, new Set(['400 VALIDATION_ERROR'])]);
    expect((await refundAt(1, { session_id })).body.refund).toMatchObject({ amount: 1 });
    await platform.runJobs();
    expect(await sums(session_id)).toMatchObject({ parts: 34, face: '10000', charge: '10000' });
  });

  it('are sent one after another, so that the company has one request of a payment at a time', async () => {
    const session_id = await paid({ amount: 100 });
    for (const amount of [60, 40]) await refundAt(0, { session_id, amount });
    const rows = await platform.sql<{ id: string }>(
      'SELECT id FROM refunds WHERE session_id = $1 ORDER BY created_at',
      [session_id],
    );
    const claim = ({ id }: { id: string }) =>
      platform.inside('scheduler', Commands).execute(new ClaimRefund(id));
    expect(await claim(rows[0]!)).toMatchObject({ providerId: null });
    expect(await claim(rows[1]!)).toBeNull();
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(await sums(session_id)).toMatchObject({ parts: 2, first: 'completed', last: 'completed' });
  });

  it('never take more than there is, also with withdrawals of the same money at once', async () => {
    const poor = await platform.merchant();
    const theirs = new Shop(platform, 'checkout', poor.live.secret_key);
    const open = await theirs.open({ amount: 100 });
    await theirs.pay(open, CARDS.approved);
    const friend = await platform.signUp();
    const transfers = Array.from({ length: 8 }, () =>
      platform.post(
        'business',
        'wallet.php?action=transfer',
        { recipient: friend.usertag, amount: 20, pin: poor.pin },
        { token: poor.token },
      ),
    );
    const refunds = Array.from({ length: 8 }, (_, n) =>
      httpClient(
        'POST',
        `${urls[n % 2]}/api/sessions.php?action=refund`,
        { session_id: open.session_id, amount: 12.5 },
        { key: poor.live.secret_key },
      ),
    );
    const outcomes = (await Promise.all([...transfers, ...refunds])).map(outcomeOf);
    expect(new Set(outcomes)).toEqual(new Set(['200 OK', '400 INSUFFICIENT_FUNDS']));
    const balance = Number(await platform.balanceOf({ key: poor.live.secret_key }));
    expect(balance).toBeGreaterThanOrEqual(0);
    await platform.runJobs();
  });

  it('exclude a reversal of the same payment by staff, also at once', async () => {
    const finance = await platform.staff('finance');
    const reverse = async (session_id: string) => {
      const [journal] = await platform.sql<{ id: string }>(
        `SELECT journal_id AS id FROM ledger.once WHERE key = 'checkout ' || $1`,
        [session_id],
      );
      const body = { transaction_id: journal!.id, reason: 'Paid by mistake' };
      const path = 'admin.php?section=ledger&action=reverse';
      return platform.post('business', path, body, { token: finance.token });
    };
    const refunded = await paid({ amount: 10 });
    expect(outcomeOf(await refundAt(0, { session_id: refunded, amount: 1 }))).toBe('200 OK');
    expect(outcomeOf(await reverse(refunded))).toBe('409 INVALID_STATE');
    const reversed = await paid({ amount: 10 });
    expect(outcomeOf(await reverse(reversed))).toBe('200 OK');
    expect(outcomeOf(await refundAt(0, { session_id: reversed }))).toBe('409 INVALID_STATE');
    for (let round = 0; round < 6; round++) {
      const session_id = await paid({ amount: 10 });
      const both = await Promise.all([refundAt(round, { session_id }), reverse(session_id)]);
      expect(both.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
    }
    await platform.runJobs();
  });

  it('return the payments of an invoice, which stays paid', async () => {
    const billing = new Billing(platform, merchant, 'live');
    const { id, payment_url } = await billing.sent();
    const token = await billing.begin(payment_url);
    await billing.card(token);
    const before = await billing.detail(id);
    expect(before).toMatchObject({ status: 'paid', amount_paid: 100, amount_due: 0, refunded_amount: 0 });
    const session_id = await billing.sessionOf(token);
    expect((await refundAt(0, { session_id, amount: 40 })).body.refund).toMatchObject({ amount: 40 });
    await platform.runJobs();
    expect(await billing.detail(id)).toMatchObject({
      status: 'paid',
      amount_paid: 100,
      amount_due: 0,
      refunded_amount: 40,
    });
  });

  it('keep an account from being closed until they have ended', async () => {
    const leaving = await platform.merchant();
    const theirs = new Shop(platform, 'checkout', leaving.live.secret_key);
    const open = await theirs.open({ amount: 100 });
    await theirs.pay(open, CARDS.approved);
    const refunded = await theirs.call('refund', { session_id: open.session_id });
    expect(refunded.status).toBe(200);
    const close = () =>
      platform.post(
        'business',
        'settings.php?action=close-account',
        { password: leaving.password, pin: leaving.pin },
        { token: leaving.token },
      );
    const early = await close();
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('refund under way')]);
    await platform.runJobs();
    expect(outcomeOf(await close())).toBe('200 OK');
  });

  it('are made by members whose role allows it, with a PIN of their own', async () => {
    const teams = new Teams(platform);
    const [clerk, helper] = [
      await teams.member(merchant, 'finance'),
      await teams.member(merchant, 'support'),
    ];
    const session_id = await paid({ amount: 100 });
    const by = (member: { token: string; pin: string }, amount: number) =>
      platform.post(
        'business',
        'business.php?section=payments&action=refund',
        { session_id, amount, pin: member.pin },
        { token: member.token },
      );
    expect((await by(clerk, 10)).body.refund).toMatchObject({ amount: 10, status: 'pending' });
    expect(outcomeOf(await by(helper, 10))).toBe('403 FORBIDDEN');
    const activity = await platform.get('business', 'team.php?action=activity', { token: merchant.token });
    expect(JSON.stringify(activity.body)).toContain(session_id);
    await platform.runJobs();
  });
});
