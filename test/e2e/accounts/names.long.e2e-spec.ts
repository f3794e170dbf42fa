import type { HttpAnswer } from '../../support/http-client';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Billing, invoiceBody } from '../invoices/billing';

const NAME = 'Your account is locked, call 0800 123';

describe('Names', () => {
  let platform: Platform;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
  });
  afterAll(() => platform?.proveAndStop());

  const business = (path: string, body: object) =>
    platform.post('business', path, body, { token: merchant.token });
  const shop = (path: string, body: object) =>
    platform.post('checkout', path, body, { key: merchant.live.secret_key });
  const registration = (fields: object) =>
    platform.post('business', 'auth.php?action=register', {
      account_type: 'business',
      email: `names-${Math.random()}@example.com`,
      password: 'a long enough passphrase',
      first_name: 'Test',
      last_name: 'Person',
      business_name: 'Test Business',
      ...fields,
    });
  const app = { mode: 'test' };

  const routes: [string, string, (name: string) => Promise<HttpAnswer>][] = [
    ['register', 'first_name', (first_name) => registration({ first_name })],
    ['register', 'last_name', (last_name) => registration({ last_name })],
    ['register', 'business_name', (business_name) => registration({ business_name })],
    [
      'update-profile',
      'first_name',
      (n) => business('settings.php?action=update-profile', { first_name: n }),
    ],
    ['update-profile', 'last_name', (n) => business('settings.php?action=update-profile', { last_name: n })],
    [
      'apps create',
      'app_name',
      (n) => business('business.php?section=apps&action=create', { ...app, app_name: n }),
    ],
    [
      'apps update',
      'app_name',
      (app_name) =>
        business('business.php?section=apps&action=update', {
          app_id: merchant.test.app_id,
          app_name,
          pin: '1234',
        }),
    ],
    [
      'submit-kyb',
      'legal_name',
      (legal_name) =>
        business('kyc.php?action=submit-kyb', {
          legal_name,
          registration_number: 'RC1',
          country_code: 'NG',
          address: '1 Broad Street',
        }),
    ],
    [
      'invoices create',
      'client_name',
      (n) => business('invoices.php?action=create', invoiceBody({ client_name: n })),
    ],
    [
      'sessions create',
      'customer.name',
      (name) => shop('sessions.php?action=create', { amount: 5, customer: { name } }),
    ],
    [
      'create-public',
      'customer.name',
      (name) =>
        platform.post(
          'checkout',
          'sessions.php?action=create-public',
          { amount: 5, customer: { name } },
          { key: merchant.live.public_key },
        ),
    ],
    [
      'subscribe',
      'customer.name',
      (name) =>
        shop('subscriptions.php?action=subscribe', {
          plan_id: 'plan_live_x',
          customer: { name, email: 'a@example.com' },
        }),
    ],
  ];

  it.each(routes)('refuse addresses and names that show nothing: %s %s', async (_, field, set) => {
    for (const name of [
      'Win at www.evil.example',
      'a@b.example',
      'https://evil.example',
      '<b>',
      '\u3164\u2800',
    ]) {
      const { status, body } = await set(name);
      expect([name, status, body.error_code, body.errors?.[0]?.field]).toEqual([
        ...[name, 400, 'VALIDATION_ERROR', field],
      ]);
    }
  });

  it('refuse them in Variant B with 422', async () => {
    const { status, body } = await shop('session.php?action=create', {
      amount: 500,
      currency_code: 'NGN',
      customer_name: 'www.evil.example',
    });
    expect([status, body.errors[0].field]).toEqual([422, 'customer_name']);
  });

  it('appear in no mail, PDF or page for a business that is not approved: its user tag does', async () => {
    const owner = await platform.signUp({ account_type: 'business', business_name: NAME });
    const billing = new Billing(platform, { ...merchant, ...owner }, 'live');
    const by = { token: owner.token };
    const { id } = billing.done(await billing.post('invoices.php?action=create', invoiceBody(), by));
    const { payment_url } = billing.done(await billing.post('invoices.php?action=send', { id }, by));
    const create = 'features.php?section=payment-links&action=create';
    const link = (await billing.post(create, { title: 'A book', amount: 5 }, by)).body as { url: string };
    const factsOf = () =>
      eventually(async () => {
        const rows = await platform.sql<{ facts: { business: string } }>(
          `SELECT facts FROM mails WHERE facts->>'invoice_id' = $1 ORDER BY created_at DESC`,
          [id],
        );
        return rows[0]?.facts;
      });
    const pages = () => Promise.all([payment_url, link.url].map(async (url) => (await fetch(url)).text()));

    expect(await factsOf()).toMatchObject({ business: `@${owner.usertag}` });
    for (const page of await pages()) {
      expect(page).toContain(`@${owner.usertag}`);
      expect(page).not.toContain(NAME);
    }
    await platform.sql(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, [owner.id]);
    for (const page of await pages()) expect(page).toContain(NAME);
  });
});
