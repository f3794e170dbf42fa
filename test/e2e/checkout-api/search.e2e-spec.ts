import { type Platform, startPlatform } from '../../support/platform';
import type { TestMerchant } from '../../support/people';
import { CARDS, cardOf } from '../../support/test-cards';

const COUNT = 300;
const DOMAINS = ['shop.example', 'mail.example'];
const NAMES = ['Ada Obi', 'Ada Ngozi Bello', 'Émile Zola', 'Chidi', 'Obinna Ada'];

interface Made {
  session_id: string;
  amount: number;
  order_ref: string | null;
  email: string | null;
  name: string | null;
}

let platform: Platform;
let merchant: TestMerchant;
let other: TestMerchant;
let made: Made[];
let seed = 7;

/** Repeatable numbers below `below`. */
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const maybe = <T>(value: T): T | null => (random(4) === 0 ? null : value);

async function create(owner: TestMerchant, nth: number): Promise<Made> {
  const email = maybe(`${['ada', 'adaeze', 'obi', 'zola'][random(4)]}${random(40)}@${DOMAINS[random(2)]}`);
  const name = maybe(NAMES[random(NAMES.length)]!);
  const order_ref = maybe([`order-${nth}`, `${1000 + random(50)}`, `INV-2026-${nth}`][random(3)]!);
  const amount = [25, 1010, 1010.5, 2500][random(4)]!;
  const body = { amount, order_ref, customer: { email, name } };
  const { body: session } = await platform.post('checkout', 'sessions.php?action=create', body, {
    key: owner.live.secret_key,
  });
  return { session_id: session.session_id as string, amount, order_ref, email, name };
}

async function pay(owner: TestMerchant, session_id: string, number: string): Promise<void> {
  const body = { session_id, card: cardOf(number) };
  await platform.post('checkout', 'sessions.php?action=pay-card', body, { key: owner.live.secret_key });
}

const list = (filters: Record<string, string>, by = merchant) =>
  platform.get(
    'business',
    `business.php?${new URLSearchParams({ section: 'payments', action: 'list', ...filters })}`,
    {
      token: by.token,
    },
  );

/** Ids of all pages. */
async function found(filters: Record<string, string>, by = merchant): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body, text } = await list({ ...filters, per_page: '100', ...(cursor && { cursor }) }, by);
    if (status !== 200) throw new Error(text);
    ids.push(...(body.data.data as { session_id: string }[]).map(({ session_id: id }) => id));
    cursor = body.data.next_cursor as string | null;
  }
  return ids.sort();
}

/** What a scan of all sessions finds. */
function scan(q: string): string[] {
  const text = q.trim().toLowerCase();
  const begins = (value: string | null) => value?.toLowerCase().startsWith(text) ?? false;
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  return made
    .filter(({ session_id, amount, order_ref, email, name }) => {
      if (text.startsWith('cs_')) return session_id.toLowerCase() === text;
      if (text.includes('@')) return begins(email);
      if (isNumber) return amount === Number(text) || begins(order_ref);
      const words = name?.toLowerCase().split(' ') ?? [];
      const isNamed = words.some((_, from) => words.slice(from).join(' ').startsWith(text));
      return begins(order_ref) || begins(email) || isNamed;
    })
    .map(({ session_id: id }) => id)
    .sort();
}

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  [merchant, other] = [await platform.merchant(), await platform.merchant()];
  made = [];
  for (let nth = 0; nth < COUNT; nth++) made.push(await create(merchant, nth));
  for (let nth = 0; nth < 20; nth++) await create(other, nth);
  await platform.runJobs();
});
afterAll(() => platform?.proveAndStop());

describe('The search of payments', () => {
  it.each([
    ...['ada', 'ADA', 'obi', 'ada n', 'émile', 'zola', 'order-1', 'ORDER-29', 'inv-2026', 'INV-2026-7', 'o'],
    ...['ada1@', 'adaeze3@mail.example', 'obi@', 'zola12@shop.example'],
    ...['1010', '1010.50', '25', '2500.00', '10', '7777', 'no such thing'],
  ])('finds the same payments as a scan by %s', async (q) => {
    expect(await found({ q })).toEqual(scan(q));
  });

  it('finds one payment by its id, in any letters', async () => {
    const { session_id } = made[17]!;
    expect(await found({ q: session_id })).toEqual([session_id]);
    expect(await found({ q: session_id.toUpperCase() })).toEqual([session_id]);
  });

  it("finds no payment of another account, nor another's by its id", async () => {
    const own = new Set(made.map(({ session_id: id }) => id));
    expect((await found({ q: 'ada' }, other)).filter((id) => own.has(id))).toEqual([]);
    expect(await found({ q: made[0]!.session_id }, other)).toEqual([]);
  });

  it('joins the text with the other filters', async () => {
    const expected = new Set(scan('ada'));
    const dear = made.filter(({ session_id: id, amount }) => expected.has(id) && amount >= 1010.5);
    const ids = await found({ q: 'ada', min_amount: '1010.5', currency: 'NGN' });
    expect(ids).toEqual(dear.map(({ session_id: id }) => id).sort());
    expect(await found({ q: 'ada', currency: 'USD' })).toEqual([]);
    expect(await found({ q: 'ada', state: 'paid' })).toEqual([]);
  });

  it.each(['sk_live_secret', 'whsec_abc', '4000 0000 0000 0002'])(
    'refuses the secret %s and does not repeat it',
    async (q) => {
      const { status, body, text } = await list({ q });
      expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(text).not.toContain(q);
    },
  );

  it('counts states, and walks along the list where a text is common', async () => {
    await platform.sql(
      `INSERT INTO search_terms (owner_id, mode, kind, term, at, object_id)
       SELECT $1, 'live', 'payment', 'n:ada ' || n, now(), gen_random_uuid() FROM generate_series(1, 1100) n`,
      [merchant.id],
    );
    expect(await found({ q: 'ada' })).toEqual(scan('ada'));
    const { body } = await list({ q: 'ada', counts: 'true', per_page: '5' });
    expect(body.data).toMatchObject({ total_exact: false, counts: null, counts_exact: false });
    const all = await list({ counts: 'true' });
    expect(all.body.data).toMatchObject({
      total: COUNT,
      counts: { open: COUNT, paid: 0 },
      counts_exact: true,
    });
  });
});

describe('A payment', () => {
  it('shows why it is declined and with which card, and is found by the end of the card', async () => {
    const { session_id } = made[0]!;
    await pay(merchant, session_id, CARDS.declined);
    await platform.runJobs();
    const { body } = await list({ state: 'declined' });
    expect(body.data.data).toEqual([
      expect.objectContaining({
        session_id,
        status: 'pending',
        state: 'declined',
        failure: expect.any(String),
        card_brand: 'visa',
        card_last4: CARDS.declined.slice(-4),
      }),
    ]);
    expect(await found({ q: CARDS.declined.slice(-4) })).toContain(session_id);
    await pay(merchant, session_id, CARDS.approved);
    const detail = await platform.get(
      'business',
      `business.php?section=payments&action=detail&session_id=${session_id}`,
      { token: merchant.token },
    );
    expect(detail.body).toMatchObject({ state: 'paid', failure: null, card_last4: CARDS.approved.slice(-4) });
    expect(await found({ method: 'card' })).toEqual([session_id]);
  });

  it('is closed by a person with the PIN, once, and not by another account', async () => {
    const body = { session_id: made[1]!.session_id, pin: merchant.pin };
    const expire = (by: TestMerchant, pin: string) =>
      platform.post(
        'business',
        'business.php?section=payments&action=expire',
        { ...body, pin },
        { token: by.token },
      );
    expect((await expire(other, other.pin)).status).toBe(404);
    expect((await expire(merchant, '9999')).status).not.toBe(200);
    const closed = await expire(merchant, merchant.pin);
    expect(closed.body).toMatchObject({ status: 'expired', state: 'expired' });
    expect((await expire(merchant, merchant.pin)).body.error_code).toBe('SESSION_EXPIRED');
  });
});

describe('Customers', () => {
  it('are counted by e-mail address with what they have paid', async () => {
    const by = { key: merchant.live.secret_key };
    const customer = { email: 'Payer@Example.com', name: 'Pay Er' };
    const ids: string[] = [];
    for (const [amount, currency] of [
      [10, 'NGN'],
      [15.5, 'NGN'],
    ]) {
      const opened = { amount, currency, customer };
      const { body } = await platform.post('checkout', 'sessions.php?action=create', opened, by);
      ids.push(body.session_id as string);
    }
    await pay(merchant, ids[0]!, CARDS.declined);
    for (const id of ids) await pay(merchant, id, CARDS.approved);
    await platform.runJobs();
    const show = (owner: TestMerchant) =>
      platform.get('business', 'business.php?section=customers&action=show&email=payer@example.com', {
        token: owner.token,
      });
    const { body } = await show(merchant);
    expect(body.customer).toMatchObject({
      email: 'payer@example.com',
      name: 'Pay Er',
      payments: 2,
      failed_payments: 1,
      paid: [{ currency: 'NGN', amount: 25.5 }],
    });
    expect((await show(other)).status).toBe(404);
    const listed = await platform.get('business', 'business.php?section=customers&action=list&q=pay', {
      token: merchant.token,
    });
    expect(listed.body.data.data).toEqual([body.customer]);
  });
});
