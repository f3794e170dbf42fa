import { PaymentGatewaysService } from '@app/charges';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor, OTP } from '../business-api/card-deposits';
import { SubscriptionShop } from '../subscriptions/subscribers';
import { Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

// Each test begins with nothing counted.
afterEach(() => platform.clock.advance({ minutes: 61 }));
afterAll(() => platform?.proveAndStop());

const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error_code ?? body.status,
];
const LIMITED = [429, 'RATE_LIMITED'];

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

async function openPublicly(of = merchant) {
  const { status, body, text } = await platform.post(
    'checkout',
    'sessions.php?action=create-public',
    { amount: 100 },
    {
      key: of.live.public_key,
      headers: { 'x-forwarded-for': `203.0.113.${Math.ceil(Math.random() * 250)}` },
    },
  );
  if (status !== 200) throw new Error(text);
  return body as { session_id: string; checkout_url: string };
}

/** A session of the public key, and its page as a browser at this address uses it. */
async function publicSession(address = '198.51.100.7', of = merchant) {
  const session = await openPublicly(of);
  return (card: string) => shop.pay(session, card, { sessionToken: tokenOf(session), ...from(address) });
}

/** As if these had been declined in the last minutes. */
const declined = (scope: string, addressScope: string | null, times: number) =>
  platform.sql(
    `INSERT INTO card_tries SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, $3, 'declined' FROM generate_series(1, $4)`,
    [scope, addressScope, platform.clock.now(), times],
  );
const scopeOf = (key: 'public-key' | 'secret-key', of = merchant) => `${key} live ${of.live.app_id}`;

it('takes ten cards for one session in ten minutes, and no eleventh', async () => {
  const session = await shop.open();
  for (let i = 0; i < 10; i++)
    expect((await shop.pay(session, CARDS.declined)).body.error_code).toBe('CARD_DECLINED');
  const eleventh = await shop.pay(session, CARDS.approved);
  expect([...outcomeOf(eleventh), eleventh.body.retry_after]).toEqual([...LIMITED, 600]);
  platform.clock.advance({ minutes: 11 });
  expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
});

describe('declined cards in sessions of a public key', () => {
  it('close the address that caused them, and neither other addresses nor sessions of the secret key', async () => {
    const address = '198.51.100.20';
    await declined(scopeOf('public-key'), `${scopeOf('public-key')} ${address}`, 29);
    expect(outcomeOf(await (await publicSession(address))(CARDS.declined))).toEqual([400, 'CARD_DECLINED']);
    expect(outcomeOf(await (await publicSession(address))(CARDS.approved))).toEqual(LIMITED);
    expect(outcomeOf(await (await publicSession('198.51.100.21'))(CARDS.approved))).toEqual([
      ...[200, 'completed'],
    ]);
    const onPage = await shop.open();
    const payer = { sessionToken: tokenOf(onPage), ...from(address) };
    expect(outcomeOf(await shop.pay(onPage, CARDS.approved, payer))).toEqual([200, 'completed']);
    const other = await platform.merchant();
    expect(outcomeOf(await (await publicSession(address, other))(CARDS.approved))).toEqual([
      200,
      'completed',
    ]);
  });

  it('count an IPv6 customer by their whole network', async () => {
    await declined(scopeOf('public-key'), `${scopeOf('public-key')} 2001:db8:0:7::/64`, 30);
    expect(outcomeOf(await (await publicSession('2001:db8:0:7:1::99'))(CARDS.approved))).toEqual(LIMITED);
    expect(outcomeOf(await (await publicSession('2001:db8:0:8::99'))(CARDS.approved))).toEqual([
      200,
      'completed',
    ]);
  });

  it('count the site of an IPv6 customer too, with ten times the limit', async () => {
    const [scope, site] = [scopeOf('public-key'), '2001:db8:9::/48'];
    await platform.sql(
      `INSERT INTO card_tries (reference, subject_id, scope, address_scope, site_scope, tried_at, state)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, $1 || ' 2001:db8:9:' || to_hex(n) || '::/64', $1 || ' ' || $2, $3, 'declined'
         FROM generate_series(1, 299) n`,
      [scope, site, platform.clock.now()],
    );
    expect(outcomeOf(await (await publicSession('2001:db8:9:ff01::1'))(CARDS.declined))).toEqual([
      ...[400, 'CARD_DECLINED'],
    ]);
    expect(outcomeOf(await (await publicSession('2001:db8:9:ff02::1'))(CARDS.approved))).toEqual(LIMITED);
    expect(outcomeOf(await (await publicSession('2001:db8:a:ff02::1'))(CARDS.approved))).toEqual([
      ...[200, 'completed'],
    ]);
  });

  it('are counted together with cards whose holder was sent a code that was not typed in', async () => {
    const address = '198.51.100.40';
    await declined(scopeOf('public-key'), `${scopeOf('public-key')} ${address}`, 27);
    const session = await openPublicly();
    const payer = { sessionToken: tokenOf(session), ...from(address) };
    const begun = await shop.pay(session, CARDS.otp, payer);
    expect(begun.body.auth_mode).toBe('otp');
    const cancelled = await shop.call(
      'pay-card-cancel',
      { session_id: session.session_id, gw_ref: begun.body.gw_ref as string },
      payer,
    );
    expect(outcomeOf(cancelled)).toEqual([200, 'pending']);
    const finished = await shop.pay(session, CARDS.otp, payer);
    const submitted = await shop.submit(session, finished.body.gw_ref as string, OTP, payer);
    expect(submitted.body.status).toBe('completed');
    // The cancelled one counts, and these two, which still wait for their codes.
    expect((await (await publicSession(address))(CARDS.otp)).body.auth_mode).toBe('otp');
    expect((await (await publicSession(address))(CARDS.otp)).body.auth_mode).toBe('otp');
    expect(outcomeOf(await (await publicSession(address))(CARDS.otp))).toEqual(LIMITED);
    expect((await (await publicSession('198.51.100.41'))(CARDS.otp)).body.auth_mode).toBe('otp');
  });

  it('do not close sessions of the secret key where a browser subscribes either', async () => {
    const victim = await platform.merchant();
    const seller = new SubscriptionShop(platform, victim.live);
    const { body } = await platform.post(
      'checkout',
      'subscriptions.php?action=subscribe-public',
      { plan_id: await seller.plan(), customer: { email: 'visitor@example.com' } },
      { key: victim.live.public_key },
    );
    const { checkout_session_id: session_id, checkout_url } = body.invoice as Record<string, string>;
    await declined(scopeOf('secret-key', victim), null, 99);
    const payer = { sessionToken: checkout_url!.split('/pay/')[1]!, ...from('198.51.100.50') };
    expect(outcomeOf(await shop.pay({ session_id: session_id! }, CARDS.declined, payer))).toEqual([
      ...[400, 'CARD_DECLINED'],
    ]);
    const own = new Shop(platform, 'checkout', victim.live.secret_key);
    expect(outcomeOf(await own.pay(await own.open(), CARDS.approved))).toEqual([200, 'completed']);
  });

  it('close nothing if they come from many addresses, and the merchant is notified once', async () => {
    const victim = await platform.merchant();
    const scope = scopeOf('public-key', victim);
    await declined(scope, `${scope} somewhere`, 99);
    expect(outcomeOf(await (await publicSession('198.51.100.30', victim))(CARDS.declined))).toEqual([
      ...[400, 'CARD_DECLINED'],
    ]);
    expect(outcomeOf(await (await publicSession('198.51.100.31', victim))(CARDS.declined))).toEqual([
      ...[400, 'CARD_DECLINED'],
    ]);
    expect(outcomeOf(await (await publicSession('198.51.100.32', victim))(CARDS.approved))).toEqual([
      ...[200, 'completed'],
    ]);
    const own = new Shop(platform, 'checkout', victim.live.secret_key);
    expect(outcomeOf(await own.pay(await own.open(), CARDS.approved))).toEqual([200, 'completed']);
    const notices = () =>
      platform.sql<{ body: string; data: object }>(
        `SELECT body, data FROM notifications WHERE owner_id = $1 AND type = 'security.cards-declined'`,
        [victim.id],
      );
    await eventually(async () => (await notices()).length > 0);
    expect(await notices()).toMatchObject([{ data: { key: 'public-key', declined: '100' } }]);
  });
});

it('a hundred declined cards in sessions of the secret key close these, and not those of other keys', async () => {
  await declined(scopeOf('secret-key'), null, 99);
  expect(outcomeOf(await shop.pay(await shop.open(), CARDS.declined))).toEqual([400, 'CARD_DECLINED']);
  const session = await shop.open();
  expect(outcomeOf(await shop.pay(session, CARDS.approved))).toEqual(LIMITED);
  expect(await shop.statusOf(session)).toBe('pending');
  expect(outcomeOf(await (await publicSession())(CARDS.approved))).toEqual([200, 'completed']);
  const stranger = await platform.merchant();
  const elsewhere = new Shop(platform, 'checkout', stranger.live.secret_key);
  expect(outcomeOf(await elsewhere.pay(await elsewhere.open(), CARDS.approved))).toEqual([200, 'completed']);
  platform.clock.advance({ minutes: 11 });
  expect(outcomeOf(await shop.pay(session, CARDS.approved))).toEqual([200, 'completed']);
});

describe('cards for deposits', () => {
  const depositor = async (fields: object = {}) => {
    const user = await platform.signUp(fields as Record<string, unknown>);
    return { user, deposits: new Depositor(platform, user.id, { token: user.token }) };
  };

  it('are ten for one deposit', async () => {
    const { deposits } = await depositor();
    const { tx_ref } = (await deposits.init()).body as { tx_ref: string };
    for (let i = 0; i < 10; i++)
      expect(outcomeOf(await deposits.charge(CARDS.declined, { tx_ref }))).toEqual([400, 'CARD_DECLINED']);
    expect(outcomeOf(await deposits.charge(CARDS.approved, { tx_ref }))).toEqual(LIMITED);
  });

  it('are refused after twenty declined ones of one owner, however many arrive at once', async () => {
    const { user, deposits } = await depositor();
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        deposits.charge(CARDS.declined, {}, from(`198.51.100.${100 + i}`)),
      ),
    );
    const declines = all.filter(({ status }) => status === 400).length;
    expect([declines, all.filter(({ status }) => status === 429).length]).toEqual([20, 10]);
    const page = (await deposits.init({ method: 'checkout' })).body as { checkout_url: string };
    const token = tokenOf(page);
    const [{ session_id }] = (await platform.sql(
      'SELECT session_id FROM checkout_sessions WHERE owner_id = $1 ORDER BY created_at DESC LIMIT 1',
      [user.id],
    )) as [{ session_id: string }];
    const payer = { sessionToken: token, ...from('198.51.100.140') };
    expect(outcomeOf(await shop.pay({ session_id }, CARDS.approved, payer))).toEqual(LIMITED);
    expect(outcomeOf(await (await depositor()).deposits.charge(CARDS.approved))).toEqual([200, 'successful']);
  });

  it('are refused after thirty declined ones from one address, over the deposits of all owners', async () => {
    const address = '198.51.100.50';
    await declined('deposit of another', `deposits ${address}`, 29);
    const [one, other] = [await depositor(), await depositor()];
    expect(outcomeOf(await one.deposits.charge(CARDS.declined, {}, from(address)))).toEqual([
      ...[400, 'CARD_DECLINED'],
    ]);
    expect(outcomeOf(await other.deposits.charge(CARDS.approved, {}, from(address)))).toEqual(LIMITED);
    expect(outcomeOf(await other.deposits.charge(CARDS.approved, {}, from('198.51.100.51')))).toEqual([
      ...[200, 'successful'],
    ]);
  });

  it('need a proved e-mail address, on the page too', async () => {
    const { user, deposits } = await depositor();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [user.id]);
    const refused = await deposits.charge(CARDS.approved);
    expect(outcomeOf(refused)).toEqual([403, 'KYC_REQUIRED']);
    expect(refused.body.message).toContain('verify-email');
    const page = (await deposits.init({ method: 'checkout' })).body as { checkout_url: string };
    const [{ session_id }] = (await platform.sql(
      'SELECT session_id FROM checkout_sessions WHERE owner_id = $1',
      [user.id],
    )) as [{ session_id: string }];
    const payer = { sessionToken: tokenOf(page) };
    expect(outcomeOf(await shop.pay({ session_id }, CARDS.approved, payer))).toEqual([403, 'KYC_REQUIRED']);
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
    expect(outcomeOf(await deposits.charge(CARDS.approved))).toEqual([200, 'successful']);
  });
});

it('asks the company once a second for buyers who come back from their bank, however often they do', async () => {
  const session = await shop.open();
  const { body } = await shop.pay(session, CARDS.challenge);
  const [attempt] = (await platform.sql('SELECT reference FROM checkout_attempts WHERE gw_ref = $1', [
    body.gw_ref,
  ])) as [{ reference: string }];
  const { gateway } = platform.inside('checkout', PaymentGatewaysService).gatewayOf('live');
  const questions = jest.spyOn(Object.getPrototypeOf(gateway) as typeof gateway, 'transactionByRef');
  const began = performance.now();
  const back = () => fetch(`${session.checkout_url}/return`, { redirect: 'manual' });
  const answers = await Promise.all(Array.from({ length: 30 }, back));
  const seconds = (performance.now() - began) / 1000;
  const asked = questions.mock.calls.filter(([reference]) => reference === attempt.reference).length;
  questions.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(303));
  // One at the beginning, and one for each second that has passed since.
  expect(asked).toBeLessThanOrEqual(1 + Math.floor(seconds));
  expect(asked).toBeGreaterThan(0);
});
