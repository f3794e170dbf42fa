import { randomUUID } from 'node:crypto';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';
import { CARDS, cardOf } from '../../support/test-cards';

const TERMS = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly' };

describe('A person who sells subscriptions on the business host', () => {
  let platform: Platform;
  let owner: TestMerchant;
  let teams: Teams;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    owner = await platform.merchant();
    teams = new Teams(platform);
  });
  afterAll(() => platform?.proveAndStop());

  const path = (action: string) => `subscriptions.php?action=${action}`;
  const post = (action: string, body: object, token = owner.token) =>
    platform.post('business', path(action), body, { token });
  const get = (action: string, token = owner.token) => platform.get('business', path(action), { token });
  const planOf = async (fields: object = {}): Promise<string> => {
    const made = await post('create-plan', { ...TERMS, ...fields });
    expect(outcomeOf(made)).toBe('200 OK');
    return made.body.plan.plan_id;
  };
  const subscribed = async (plan_id: string) => {
    const customer = { email: `${randomUUID()}@example.com` };
    const made = await post('subscribe', { plan_id, customer });
    expect(outcomeOf(made)).toBe('200 OK');
    return made.body as { subscription: { subscription_id: string }; invoice: Record<string, string> };
  };

  it('sells, changes, ends and refunds as the key of their app does', async () => {
    const plan_id = await planOf();
    expect(outcomeOf(await post('update-plan', { plan_id, name: 'Platinum' }))).toBe('200 OK');
    const { subscription, invoice } = await subscribed(plan_id);
    const { subscription_id } = subscription;
    expect(invoice.checkout_url).toContain('/pay/');
    const body = { session_id: invoice.checkout_session_id, card: cardOf(CARDS.approved) };
    const paid = await platform.post('checkout', 'sessions.php?action=pay-card', body, {
      key: owner.live.secret_key,
    });
    expect(outcomeOf(paid)).toBe('200 OK');
    const other = await planOf({ name: 'Silver', amount: 10 });
    const changed = await post('change-plan', { subscription_id, plan_id: other, when: 'period_end' });
    expect(changed.body.subscription.scheduled_change.plan_id).toBe(other);
    expect(outcomeOf(await post('cancel-plan-change', { subscription_id }))).toBe('200 OK');
    expect(outcomeOf(await post('cancel', { subscription_id, at_period_end: true }))).toBe('200 OK');
    expect(outcomeOf(await post('resume', { subscription_id }))).toBe('200 OK');
    const { invoice_id } = invoice;
    expect(outcomeOf(await post('refund', { invoice_id, pin: '9999' }))).toBe('403 INVALID_PIN');
    expect(outcomeOf(await post('refund', { invoice_id, amount: 1, pin: owner.pin }))).toBe('200 OK');
    const byKey = await platform.get('checkout', path(`retrieve&subscription_id=${subscription_id}`), {
      key: owner.live.secret_key,
    });
    expect((await get(`retrieve&subscription_id=${subscription_id}`)).body).toEqual(byKey.body);
  });

  it('finds nothing of another business', async () => {
    const { token } = await platform.merchant();
    const plan_id = await planOf();
    const { subscription } = await subscribed(plan_id);
    const { subscription_id } = subscription;
    const answers: HttpAnswer[] = [
      await get(`retrieve-plan&plan_id=${plan_id}`, token),
      await get(`retrieve&subscription_id=${subscription_id}`, token),
      await get(`list-invoices&subscription_id=${subscription_id}`, token),
      await post('update-plan', { plan_id, active: false }, token),
      await post('subscribe', { plan_id, customer: { email: 'ada@example.com' } }, token),
      await post('cancel', { subscription_id }, token),
      await post('change-plan', { subscription_id, plan_id, when: 'now' }, token),
    ];
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => '404 NOT_FOUND'));
    expect((await get('list', token)).body.total).toBe(0);
  });

  it('sees the addresses of pages, and a member who only reads does not', async () => {
    const { subscription } = await subscribed(await planOf());
    const { subscription_id } = subscription;
    const support = await teams.member(owner, 'support');
    const shown = (token?: string) => get(`retrieve&subscription_id=${subscription_id}`, token);
    expect((await shown()).body.subscription.manage_url).toContain('/subscription/');
    expect((await shown(support.token)).body.subscription.manage_url).toBeNull();
    const bills = await get(`list-invoices&subscription_id=${subscription_id}`, support.token);
    expect(bills.body.data).toMatchObject([{ checkout_url: null }]);
    expect(outcomeOf(await post('cancel', { subscription_id }, support.token))).toBe('403 FORBIDDEN');
    const finance = await teams.member(owner, 'finance');
    expect(outcomeOf(await post('cancel', { subscription_id }, finance.token))).toBe('200 OK');
  });

  it('names the app where the account has several live ones, and only an own one that is live', async () => {
    const seller = await platform.merchant();
    const create = (app_id?: string) => post('create-plan', { ...TERMS, app_id }, seller.token);
    const created = async () => platform.people.createApp(seller, 'live');
    const second = await created();
    const without = await create();
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'app_id']);
    expect(outcomeOf(await create(second.app_id.toUpperCase()))).toBe('200 OK');
    for (const app_id of [owner.live.app_id, seller.test.app_id, randomUUID()])
      expect(outcomeOf(await create(app_id))).toBe('404 NOT_FOUND');
    const revoke = (app_id: string) =>
      platform.post(
        'business',
        'business.php?section=apps&action=revoke',
        { app_id, pin: seller.pin },
        { token: seller.token },
      );
    expect(outcomeOf(await revoke(second.app_id))).toBe('200 OK');
    expect(outcomeOf(await create(second.app_id))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await create())).toBe('200 OK');
    expect(outcomeOf(await revoke(seller.live.app_id))).toBe('200 OK');
    expect((await create()).body.errors[0].field).toBe('app_id');
    await platform.sql(`UPDATE users SET kyb_status = 'rejected' WHERE id = $1`, [seller.id]);
    expect(outcomeOf(await create())).toBe('403 KYB_REQUIRED');
  });

  it('is the only caller there: a key learns on which host it works', async () => {
    const live = await platform.post('business', path('create-plan'), TERMS, { key: owner.live.secret_key });
    expect(outcomeOf(live)).toBe('403 SESSION_REQUIRED');
    expect(live.body.message).toContain(platform.urls.checkout);
    const test = await platform.get('business', path('list'), { key: owner.test.secret_key });
    expect(outcomeOf(test)).toBe('403 SESSION_REQUIRED');
    expect(test.body.message).toContain(platform.urls.sandbox);
    const foreign = await platform.post(
      'checkout',
      path('create-plan'),
      { ...TERMS, app_id: randomUUID() },
      { key: owner.live.secret_key },
    );
    expect(outcomeOf(foreign)).toBe('404 NOT_FOUND');
  });
});
