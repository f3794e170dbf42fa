import { randomUUID } from 'node:crypto';
import { UserDirectoryQueries } from '@app/accounts';
import { BuyerTokensService } from '../../../libs/checkout/src/buyers/buyer-tokens.service';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { Guest } from '../../support/guests';
import { MailServer } from '../../support/mail-server';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Portal } from '../escrow/portal';
import { card, Shop, tokenOf } from './cards';

let mails: MailServer;
let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  mails = await MailServer.start();
  platform = await startPlatform({ env: mails.environment });
  merchant = await platform.merchant({ business_name: 'Okafor Books' });
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(async () => {
  await platform?.proveAndStop();
  await mails?.stop();
});

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error_code,
];
const open = (fields: object = {}, of = shop) => of.open({ amount: 1000, escrow: true, ...fields });
const newGuest = async (fields: object = {}, email?: string) =>
  new Guest(platform, 'checkout', await open(fields), email);

/** The ways of paying that need no account, with what each takes. */
const GUEST_METHODS = [
  ['pay-card', {}, { card: card(CARDS.approved) }],
  ['pay-card-submit', {}, { gw_ref: 'any', otp: '123456' }],
  ['pay-card-init', {}, {}],
  ['pay-bank-transfer', {}, {}],
  ['pay-ussd', {}, {}],
  ['pay-mobile-money', { currency: 'GHS' }, { phone: '+233240000001', network: 'MTN' }],
  ['pay-extwallet', { currency: 'USD' }, {}],
] as const;

describe('an escrow session', () => {
  it.each(GUEST_METHODS)(
    'refuses %s with a secret key, and without a confirmed address',
    async (action, of, fields) => {
      const session = await open(of);
      const guest = new Guest(platform, 'checkout', session);
      const body = { session_id: session.session_id, buyer_email: guest.email, ...fields };
      const proved = await new Guest(platform, 'checkout', session).confirm();
      const byServer = { key: merchant.live.secret_key, headers: { 'x-buyer-token': proved.token! } };
      const asProved = { ...body, buyer_email: proved.email };
      expect(codeOf(await shop.call(action, asProved, byServer))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await guest.call(action, { ...fields, buyer_email: undefined }))).toEqual([
        ...[400, 'VALIDATION_ERROR'],
      ]);
      expect(codeOf(await guest.call(action, fields))).toEqual([403, 'FORBIDDEN']);
      const elsewhere = await (await newGuest(of, guest.email)).confirm();
      guest.token = elsewhere.token;
      expect(codeOf(await guest.call(action, fields))).toEqual([403, 'FORBIDDEN']);
      const other = await (await newGuest(of)).confirm();
      other.token = other.token!.toUpperCase();
      expect(codeOf(await other.call(action, fields))).toEqual([403, 'FORBIDDEN']);
      expect(await shop.statusOf(session)).toBe('pending');
    },
  );

  it('refuses the keys of the sandbox in the same way, from the simulated wallet too', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const session = await open({}, sandbox);
    expect(codeOf(await sandbox.pay(session, CARDS.approved))).toEqual([403, 'FORBIDDEN']);
    const { session_id } = session;
    expect(codeOf(await sandbox.call('pay-wallet', { session_id, pin: '1234' }))).toEqual([403, 'FORBIDDEN']);
    const guest = await sandbox.guest(session);
    expect((await guest.pay(CARDS.approved)).body.status).toBe('completed');
  });

  it('asks for an address, which a session without escrow does not', async () => {
    const guest = new Guest(platform, 'checkout', await shop.open());
    expect(codeOf(await guest.call('buyer-code'))).toEqual([409, 'INVALID_STATE']);
    expect((await guest.call('pay-card', { card: card(CARDS.approved) })).body.status).toBe('completed');
  });
});

describe('a guest', () => {
  it('confirms an address with the mailed code, and alone gets the link of the portal', async () => {
    const guest = await newGuest({}, 'own-address@example.com');
    const asked = await guest.call('buyer-code');
    expect(asked.body).toMatchObject({ buyer_email: guest.email, is_test: false, mail_sent: true });
    expect(asked.body).not.toHaveProperty('code');
    const mail = await mails.to(guest.email, 'Your code to pay Okafor Books');
    const code = /^\s*(\d{6})\s*$/m.exec(mail.text)![1]!;
    const { body } = await guest.call('confirm-buyer', { otp: code });
    guest.token = body.buyer_token as string;
    expect((await guest.pay(CARDS.approved)).body.status).toBe('completed');
    const [escrow] = await platform.sql<{ id: string; initiator_email: string }>(
      'SELECT id, initiator_email FROM escrows ORDER BY created_at DESC LIMIT 1',
    );
    expect(escrow!.initiator_email).toBe(guest.email);
    const { url } = new Portal(platform, escrow!.id);
    expect((await guest.status()).body.escrow).toMatchObject({
      portal_url: url,
      started_elsewhere: false,
      mail_sent: true,
      note: null,
    });
    expect((await mails.to(guest.email, 'held in escrow')).text).toContain(url);
    // The merchant has the address of the page too.
    const { token } = guest;
    guest.token = null;
    expect((await guest.status()).text).not.toContain('/escrow/');
    // A code that the buyer gave away confirms another browser, which gets no link of this one's payment.
    const tokens = platform.inside('checkout', BuyerTokensService);
    guest.token = tokens.tokenOf(guest.sessionId, guest.email, randomUUID());
    expect((await guest.status()).text).not.toContain('/escrow/');
    guest.token = token;
    expect((await guest.call('confirm-buyer', { otp: code })).body.error_code).toBe('LIMIT_REACHED');
  });

  it('is informed in test mode that no mail is sent, and where the code and the link are', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const session = await open({}, sandbox);
    const guest = new Guest(platform, 'sandbox', session);
    const { body: asked } = await guest.call('buyer-code');
    expect(asked).toMatchObject({
      is_test: true,
      mail_sent: false,
      code: '123456',
      message: expect.stringMatching(/no mail is sent.*123456.*escrow\.portal_url/),
    });
    const { body: confirmed } = await guest.call('confirm-buyer', { otp: asked.code });
    guest.token = confirmed.buyer_token as string;
    expect((await guest.pay(CARDS.approved)).body.status).toBe('completed');
    const { escrow } = (await guest.status()).body;
    expect(escrow).toMatchObject({
      portal_url: expect.stringContaining('/escrow/'),
      mail_sent: false,
      note: expect.stringMatching(/no mail is sent.*portal_url/),
    });
    expect((await fetch(escrow.portal_url as string)).status).toBe(200);
    const mailed = await platform.sql('SELECT 1 FROM mails WHERE recipient = $1', [guest.email]);
    expect(mailed).toEqual([]);
  });

  it.each([
    ['the owner’s', (own: string) => own],
    ['the owner’s with a tag', (own: string) => own.replace('@', '+shop@')],
    ['the owner’s in capitals', (own: string) => own.toUpperCase()],
  ])('cannot confirm an address of the merchant’s: %s', async (_, of) => {
    const { status, body } = await (await newGuest({}, of(merchant.email))).call('buyer-code');
    expect([status, body.error_code, body.errors?.[0]?.field]).toEqual([
      400,
      'VALIDATION_ERROR',
      'buyer_email',
    ]);
  });

  it('does not pay what another buyer has started: its instructions are hidden, and it can be started again', async () => {
    const session = await open();
    const stranger = await new Guest(platform, 'checkout', session).confirm();
    const started = await stranger.call('pay-bank-transfer');
    const number = started.body.account_number as string;
    const guest = new Guest(platform, 'checkout', session);
    const seen = await guest.status();
    expect([seen.body.status, seen.body.escrow.started_elsewhere]).toEqual(['processing', true]);
    expect(seen.text).not.toContain(number);
    expect(await (await fetch(session.checkout_url)).text()).not.toContain(number);
    await guest.confirm();
    const own = await guest.call('pay-bank-transfer');
    expect([own.status, own.body.account_number === number]).toEqual([200, false]);
    expect((await guest.status()).body.payment.instructions.account_number).toBe(own.body.account_number);
  });
});

describe('codes', () => {
  it('take five tries each, then a new one is needed', async () => {
    const guest = await newGuest();
    await guest.call('buyer-code');
    const right = await guest.code();
    const wrong = right === '000000' ? '111111' : '000000';
    for (const left of [4, 3, 2, 1, 0]) {
      const { body } = await guest.call('confirm-buyer', { otp: wrong });
      expect([body.error_code, body.tries_left]).toEqual(['VALIDATION_ERROR', left]);
    }
    expect(codeOf(await guest.call('confirm-buyer', { otp: right }))).toEqual([400, 'LIMIT_REACHED']);
    await guest.confirm();
  });

  it('run out after ten minutes', async () => {
    const guest = await newGuest();
    await guest.call('buyer-code');
    platform.clock.advance({ minutes: 10 });
    const otp = await guest.code();
    expect(codeOf(await guest.call('confirm-buyer', { otp }))).toEqual([400, 'LIMIT_REACHED']);
  });

  it('may be sent as numbers, and are used once', async () => {
    let guest: Guest;
    let otp: string;
    // A number has no leading zeros.
    do {
      guest = await newGuest();
      await guest.call('buyer-code');
      otp = await guest.code();
    } while (otp.startsWith('0'));
    const { status, body } = await guest.call('confirm-buyer', { otp: Number(otp) });
    expect([status, body.buyer_token]).toEqual([200, expect.any(String)]);
    const again = await guest.call('confirm-buyer', { otp });
    expect(codeOf(again)).toEqual([400, 'LIMIT_REACHED']);
    expect(again.body.message).toContain('it was used, has expired, was tried too often, or none was sent');
    for (const wrong of [12345, 1234567, 1.5, -123456, true, ['123456']])
      expect(codeOf(await guest.call('confirm-buyer', { otp: wrong }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('do not count if they could not be sent', async () => {
    const session = await open();
    const guest = new Guest(platform, 'checkout', session);
    const failing = jest
      .spyOn(platform.inside('checkout', UserDirectoryQueries), 'receivesMailAt')
      .mockRejectedValue(new Error('the database is away'));
    for (let n = 0; n < 6; n++) expect((await guest.call('buyer-code')).status).toBe(500);
    failing.mockRestore();
    for (let n = 0; n < 5; n++) expect((await guest.call('buyer-code')).status).toBe(200);
    expect(codeOf(await guest.call('buyer-code'))).toEqual([429, 'RATE_LIMITED']);
  });

  it('count the networks of an IPv6 client, and its site with ten times the limit', async () => {
    const guests = await Promise.all(Array.from({ length: 21 }, () => newGuest()));
    const ask = (guest: Guest, address: string) =>
      guest.call('buyer-code', {}, { headers: { 'x-forwarded-for': address } });
    for (const [n, guest] of guests.entries())
      expect((await ask(guest, `2001:db8:7:1::${n + 1}`)).status).toBe(n < 20 ? 200 : 429);
    const counts = await platform.sql<{ key: string; hits: number }>(
      `SELECT key, hits FROM checkout_buyer_counts WHERE key LIKE 'send client 2001:db8:7:%' ORDER BY key`,
    );
    // The request that its own network refused does not count against the site.
    expect(counts).toEqual([
      { key: 'send client 2001:db8:7:1::/64', hits: 21 },
      { key: 'send client 2001:db8:7::/48', hits: 20 },
    ]);
    await platform.sql(
      `UPDATE checkout_buyer_counts SET hits = 200 WHERE key = 'send client 2001:db8:7::/48'`,
    );
    expect((await ask(guests[0]!, '2001:db8:7:2::1')).status).toBe(429);
    expect((await ask(guests[0]!, '2001:db8:8:2::1')).status).toBe(200);
  });

  it('are mailed five times an hour for one session, to one address, and twenty times for one client', async () => {
    const one = await open();
    const many = await Promise.all(
      Array.from({ length: 12 }, () => new Guest(platform, 'checkout', one).call('buyer-code')),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(codeOf(many.find(({ status }) => status !== 200)!)).toEqual([429, 'RATE_LIMITED']);

    const email = 'flooded@example.com';
    const sessions = await Promise.all(Array.from({ length: 8 }, () => open()));
    const to = await Promise.all(
      sessions.map((session) => new Guest(platform, 'checkout', session, email).call('buyer-code')),
    );
    expect(to.filter(({ status }) => status === 200)).toHaveLength(5);

    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const guests = await Promise.all(Array.from({ length: 25 }, () => newGuest()));
    const by = await Promise.all(guests.map((guest) => guest.call('buyer-code', {}, { headers })));
    expect(by.filter(({ status }) => status === 200)).toHaveLength(20);
    platform.clock.advance({ minutes: 61 });
    expect((await guests[0]!.call('buyer-code', {}, { headers })).status).toBe(200);
  });

  it('are tried 25 times an hour for one session at most', async () => {
    const session = await open();
    const guest = new Guest(platform, 'checkout', session);
    await guest.call('buyer-code');
    const tries = await Promise.all(
      Array.from({ length: 30 }, () =>
        new Guest(platform, 'checkout', session, guest.email).call('confirm-buyer', { otp: '000000' }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('are deleted by a job after they ran out', async () => {
    platform.clock.advance({ minutes: 61 });
    await platform.runJobs();
    await eventually(async () => {
      const rows = await platform.sql(
        'SELECT 1 FROM checkout_buyer_codes UNION ALL SELECT 1 FROM checkout_buyer_counts',
      );
      return rows.length === 0;
    });
  });
});

it('a token of one session and address opens no other', async () => {
  const guest = await (await newGuest()).confirm();
  const asAnother = new Guest(platform, 'checkout', await open(), guest.email);
  asAnother.token = guest.token;
  expect(codeOf(await asAnother.pay(CARDS.approved))).toEqual([403, 'FORBIDDEN']);
  expect(tokenOf(await open())).not.toBe(guest.token);
});
