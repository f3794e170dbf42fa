import { eventually } from '../support/eventually';
import { outcomeOf } from '../support/http-client';
import type { TestKeys, TestMerchant, TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';
import { advanceTestClock } from '../support/test-clock';

type Host = 'checkout' | 'sandbox';

const LINKS = 'features.php?section=payment-links&action=';
const DAY_MS = 86_400_000;

let platform: Platform;
let merchant: TestMerchant;
/** Another test app of the merchant. */
let second: TestKeys;
let other: TestMerchant;
let person: TestUser;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  [merchant, other, person] = await Promise.all([
    platform.merchant(),
    platform.merchant(),
    platform.signUp(),
  ]);
  second = await platform.people.createApp(merchant, 'test');
});
afterAll(() => platform?.proveAndStop());

const read = (host: Host, path: string, { token }: { token: string } = merchant) =>
  platform.get(host, path, { token });
const write = async (host: Host, path: string, body: object, key: string) => {
  const answer = await platform.post(host, path, body, { key });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const sessionOf = async (host: Host, { secret_key }: TestKeys): Promise<string> => {
  const body = { amount: 25, currency: 'NGN' };
  return (await write(host, 'sessions.php?action=create', body, secret_key)).session_id as string;
};
const subscriptionOf = async (host: Host, { secret_key }: TestKeys) => {
  const plan = { name: 'Gold', amount: 50, currency: 'NGN', interval: 'monthly' };
  const { plan_id } = (await write(host, 'subscriptions.php?action=create-plan', plan, secret_key)).plan;
  const request = { plan_id, customer: { email: 'subscriber@example.com' } };
  const made = await write(host, 'subscriptions.php?action=subscribe', request, secret_key);
  return { plan: plan_id as string, subscription: made.subscription.subscription_id as string };
};
const invoiceOf = async ({ secret_key }: TestKeys, fields: object = {}): Promise<string> => {
  const body = {
    client_name: 'Ada Client',
    client_email: 'ada.client@example.com',
    items: [{ description: 'A chair', quantity: 1, unit_price: 25 }],
    ...fields,
  };
  const { id } = await write('sandbox', 'invoices.php?action=create', body, secret_key);
  return id as string;
};
const linkOf = async ({ secret_key }: TestKeys, fields: object = {}): Promise<string> =>
  (await write('sandbox', `${LINKS}create`, { title: 'A book', ...fields }, secret_key)).id as string;
/** An event that the relay has numbered. */
const eventOf = async ({ secret_key: key }: TestKeys): Promise<string> => {
  const { id } = await write('sandbox', 'events.php?action=trigger', { type: 'payment.success' }, key);
  const path = `events.php?action=detail&id=${id as string}`;
  await eventually(async () => (await platform.get('sandbox', path, { key })).status === 200);
  return id as string;
};

/** One request for each read of one object, by its id. */
async function readsOf(host: Host, app: TestKeys): Promise<Record<string, string>> {
  const { plan, subscription } = await subscriptionOf(host, app);
  const reads = {
    'a checkout session': `sessions.php?session_id=${await sessionOf(host, app)}`,
    'a plan': `subscriptions.php?action=retrieve-plan&plan_id=${plan}`,
    'a subscription': `subscriptions.php?action=retrieve&subscription_id=${subscription}`,
    'its invoices': `subscriptions.php?action=list-invoices&subscription_id=${subscription}`,
  };
  if (host === 'checkout') return reads;
  const [invoice, link] = [await invoiceOf(app), await linkOf(app)];
  return {
    ...reads,
    'an invoice': `invoices.php?action=detail&id=${invoice}`,
    'the PDF of an invoice': `invoices.php?action=pdf&id=${invoice}`,
    'a payment link': `${LINKS}detail&id=${link}`,
    'the events of an app': `events.php?action=list&app_id=${app.app_id}`,
    'an event': `events.php?action=detail&app_id=${app.app_id}&id=${await eventOf(app)}`,
  };
}

describe.each([
  ['checkout', 'live'],
  ['sandbox', 'test'],
] as const)('The session of a merchant on the %s host', (host, mode) => {
  let reads: Record<string, string>;
  beforeAll(async () => (reads = await readsOf(host, merchant[mode])));

  it('reads what the merchant’s key reads, without the addresses that pay and cancel', async () => {
    const addresses = /"(?:checkout_url|manage_url)":(?:null|"[^"]*")/g;
    for (const [name, path] of Object.entries(reads)) {
      const [bySession, byKey] = [
        await read(host, path),
        await platform.get(host, path, { key: merchant[mode].secret_key }),
      ];
      expect([name, bySession.status, byKey.status]).toEqual([name, 200, 200]);
      if (!name.startsWith('the PDF')) expect(bySession.text).toBe(byKey.text.replace(addresses, hidden));
    }
    const shown = await read(host, reads['a checkout session']!);
    expect(shown.body).toMatchObject({ checkout_url: null, is_test: mode === 'test' });
  });

  it('finds no object of another merchant, of a person, or of the other mode', async () => {
    const otherHost = host === 'checkout' ? 'sandbox' : 'checkout';
    for (const [name, path] of Object.entries(reads)) {
      const isInvoice = path.startsWith('invoices.php');
      expect([name, outcomeOf(await read(host, path, other))]).toEqual([name, '404 NOT_FOUND']);
      const ofPerson = isInvoice ? '403 ACCOUNT_TYPE_FORBIDDEN' : '404 NOT_FOUND';
      expect([name, outcomeOf(await read(host, path, person))]).toEqual([name, ofPerson]);
      if (!/^(?:invoices|features|events)/.test(path))
        expect([name, outcomeOf(await read(otherHost, path))]).toEqual([name, '404 NOT_FOUND']);
    }
    for (const path of ['sessions.php?action=list', 'subscriptions.php?action=list']) {
      const { body } = await read(host, path, other);
      expect([path, body.total ?? body.data.total]).toEqual([path, 0]);
    }
  });

  it('writes nothing', async () => {
    for (const path of [
      'sessions.php?action=create',
      'sessions.php?action=expire',
      'subscriptions.php?action=create-plan',
      'subscriptions.php?action=cancel',
      ...(host === 'checkout'
        ? []
        : [
            'invoices.php?action=create',
            'invoices.php?action=void',
            `${LINKS}create`,
            'events.php?action=resend',
            'events.php?action=trigger',
          ]),
    ]) {
      const { token } = merchant;
      const answer = await platform.post(host, path, {}, { token });
      expect([path, outcomeOf(answer)]).toEqual([path, '401 UNAUTHENTICATED']);
    }
  });

  it('reads nothing once the account is frozen', async () => {
    const frozen = await platform.merchant();
    const path = `sessions.php?session_id=${await sessionOf(host, frozen[mode])}`;
    expect((await read(host, path, frozen)).status).toBe(200);
    await platform.people.freeze(frozen.id);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await read(host, path, frozen))).toBe('401 UNAUTHENTICATED');
  });
});

function hidden(field: string): string {
  return `${field.slice(0, field.indexOf(':'))}:null`;
}

describe('The session of a merchant with several test apps', () => {
  it('reads the objects of all of them, each at the time of its app', async () => {
    const today = platform.clock.now().getTime();
    const due_date = new Date(today + 5 * DAY_MS).toISOString().slice(0, 10);
    const expires_at = new Date(today + 5 * DAY_MS).toISOString();
    const made = [];
    for (const app of [merchant.test, second]) {
      const link = await linkOf(app, { expires_at });
      if (app === second) await advanceTestClock(platform, second.secret_key, { days: 10 });
      const invoice = await invoiceOf(app, { due_date });
      await write('sandbox', 'invoices.php?action=send', { id: invoice }, app.secret_key);
      const { subscription } = await subscriptionOf('sandbox', app);
      made.push({ invoice, link, subscription, session: await sessionOf('sandbox', app) });
    }
    const [here, moved] = made as [(typeof made)[0], (typeof made)[0]];

    const invoices = (status: string) => listed(`invoices.php?action=list&status=${status}`);
    expect(await invoices('sent')).toEqual([[here.invoice, 'sent']]);
    expect(await invoices('overdue')).toEqual([[moved.invoice, 'overdue']]);
    const { body: invoice } = await read('sandbox', `invoices.php?action=detail&id=${moved.invoice}`);
    expect(invoice.status).toBe('overdue');
    const { body: links } = await read('sandbox', `${LINKS}list`);
    const payable = new Map(
      links.data.data.map((link: { id: string; payable: boolean }) => [link.id, link.payable]),
    );
    expect([payable.get(here.link), payable.get(moved.link)]).toEqual([true, false]);
    expect((await read('sandbox', `${LINKS}detail&id=${moved.link}`)).body.payable).toBe(false);
    const { text: subscriptions } = await read('sandbox', 'subscriptions.php?action=list');
    const { text: sessions } = await read('sandbox', 'sessions.php?action=list');
    for (const { subscription, session } of made) {
      expect(subscriptions).toContain(subscription);
      expect(sessions).toContain(session);
    }
  });

  it('names the app whose events it reads, which is a test app of the account', async () => {
    const id = await eventOf(second);
    const list = (app: string) => read('sandbox', `events.php?action=list&app_id=${app}`);
    const { body } = await list(second.app_id);
    expect(body).toMatchObject({ success: true, app_id: second.app_id });
    const { status, body: event } = await read(
      'sandbox',
      `events.php?action=detail&app_id=${second.app_id}&id=${id}`,
    );
    expect([status, event.id]).toEqual([200, id]);
    expect(outcomeOf(await read('sandbox', 'events.php?action=list'))).toBe('400 VALIDATION_ERROR');
    for (const app of [merchant.live.app_id, other.test.app_id])
      expect(outcomeOf(await list(app))).toBe('404 NOT_FOUND');
  });

  async function listed(path: string): Promise<string[][]> {
    const { body } = await read('sandbox', path);
    return body.data.data.map(({ id, status }: { id: string; status: string }) => [id, status]);
  }
});

describe.each(['business', 'checkout', 'sandbox', 'app'] as const)(
  'Pages of the developer’s machine',
  (host) => {
    const READ = {
      business: 'wallet.php?action=balance',
      app: 'wallet.php?action=balance',
      checkout: 'sessions.php?action=list',
      sandbox: 'sessions.php?action=list',
    };
    const ask = (origin: string, init: RequestInit = {}) =>
      fetch(`${platform.urls[host]}/api/${READ[host]}`, { ...init, headers: { origin, ...init.headers } });
    const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

    it(`may call the ${host} host while WEB_ORIGINS is not set`, async () => {
      for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:8080']) {
        const headers = { 'access-control-request-method': 'GET' };
        const preflight = await ask(origin, { method: 'OPTIONS', headers });
        expect([preflight.status, allowed(preflight)]).toEqual([204, origin]);
        expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
        const answer = await ask(origin, { headers: { authorization: `Bearer ${merchant.token}` } });
        expect([answer.status, allowed(answer)]).toEqual([200, origin]);
        expect(answer.headers.get('vary')).toContain('Origin');
      }
    });

    it(`are the only ones on the ${host} host`, async () => {
      for (const origin of [
        'https://app.example',
        'http://localhost.evil.example',
        'http://127.0.0.1.evil.example',
        'http://127.0.0.2',
        'null',
      ])
        expect([origin, allowed(await ask(origin))]).toEqual([origin, null]);
    });
  },
);
