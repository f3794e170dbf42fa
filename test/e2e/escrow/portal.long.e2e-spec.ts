import { eventually } from '../../support/eventually';
import { MailServer, type ReceivedMail } from '../../support/mail-server';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';
import { Portal } from './portal';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const SURE = { sure: 'yes' };

let mails: MailServer;
let platform: Platform;
let escrows: Escrows;
let merchant: TestMerchant;
let finance: TestStaff;
let shop: Shop;

beforeAll(async () => {
  mails = await MailServer.start();
  platform = await startPlatform({ env: { RATE_LIMITS: 'false', ...mails.environment } });
  escrows = new Escrows(platform);
  merchant = await platform.merchant({ business_name: 'Okafor Books' });
  finance = await platform.staff('finance');
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(async () => {
  await platform?.proveAndStop();
  await mails?.stop();
});

async function held(fields: object = {}, of = shop, email?: string) {
  const { uuid } = await escrows.paidByCard(of, fields, email);
  return { uuid, portal: new Portal(platform, uuid, of.host as 'checkout' | 'sandbox') };
}

const recordOf = async (uuid: string) =>
  (await escrows.detail({ key: merchant.live.secret_key }, uuid)).body as Record<string, unknown>;

const byMerchant = (action: string, body: object) =>
  escrows.call({ key: merchant.live.secret_key }, action, body);

describe('the portal of an escrow', () => {
  it('shows a buyer without an account what is held for whom, on what terms', async () => {
    const terms = {
      description: 'A chair',
      escrow_condition: 'It stands on four legs',
      escrow_deadline_days: 5,
    };
    const { uuid, portal } = await held(terms);
    const { status, text, headers } = await portal.read();
    expect(status).toBe(200);
    for (const part of [
      ...['Held in escrow for Okafor Books', '₦1,015.00', '₦1,000.00', '₦15.00', 'A chair', uuid],
      ...['It stands on four legs', 'Condition', 'Release by', 'Release ₦1,000.00', 'Something is wrong'],
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('<script');
    expect(text).not.toContain('Test mode');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect((await portal.read('?lang=fr')).text).toContain('Votre argent est en sécurité');
  });

  it('releases once the buyer says they are sure, and once only', async () => {
    const { uuid, portal } = await held();
    expect((await portal.send('release', {})).status).toBe(400);
    expect((await recordOf(uuid)).status).toBe('funded');
    const before = (await escrows.money(merchant)).split(' ').map(Number);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => portal.send('release', SURE, '?lang=fr')),
    );
    const back = `${new URL(portal.url).pathname}?lang=fr`;
    expect(answers.map(({ status, location }) => [status, location])).toEqual(Array(8).fill([303, back]));
    const after = (await escrows.money(merchant)).split(' ').map(Number);
    expect([after[0]! - before[0]!, before[1]! - after[1]!]).toEqual([1000, 1000]);
    const { text } = await portal.read();
    expect(text).toContain('Released to Okafor Books');
    expect(text).not.toContain('<form');
  });

  it('raises a dispute, which blocks the release, and shows what staff decide', async () => {
    const { uuid, portal } = await held();
    const reason = 'It came\r\nwith three legs';
    expect((await portal.send('dispute', { reason, evidence: '' })).status).toBe(303);
    const { dispute } = (await recordOf(uuid)) as { dispute: Record<string, string> };
    expect(dispute).toMatchObject({
      raised_by: 'initiator',
      reason: 'It came\nwith three legs',
      evidence: null,
      status: 'open',
    });
    expect((await portal.send('release', SURE)).status).toBe(303);
    expect((await recordOf(uuid)).status).toBe('disputed');
    expect((await portal.read()).text).toMatch(/We are looking into it.*What you told us.*three legs/s);
    await byMerchant('dispute-respond', { dispute_uuid: dispute.dispute_uuid, response: 'It had four' });
    expect((await portal.read()).text).toContain('It had four');
    await escrows.resolve(finance, dispute.dispute_uuid!, 'split', { beneficiary_amount: 400 });
    const { text } = await portal.read();
    expect(text).toContain('Okafor Books gets ₦400.00. ₦600.00 is refunded');
    expect(text).toContain('Both were heard');
  });

  it('lets the buyer answer what the merchant disputes, once', async () => {
    const { uuid, portal } = await held();
    await byMerchant('dispute', { uuid, reason: 'They do not answer', evidence: 'https://shop.example/log' });
    expect((await portal.read()).text).toMatch(
      /What Okafor Books told us.*https:\/\/shop.example\/log.*<form/s,
    );
    expect((await portal.send('respond', { response: 'I was away' })).status).toBe(303);
    expect((await portal.send('respond', { response: 'And again' })).status).toBe(303);
    const { dispute } = (await recordOf(uuid)) as { dispute: object };
    expect(dispute).toMatchObject({ status: 'responded', response: 'I was away' });
    expect((await portal.read()).text).not.toContain('<form');
  });

  it('shows a refund by the merchant', async () => {
    const { uuid, portal } = await held();
    expect((await byMerchant('cancel', { uuid })).status).toBe(200);
    expect((await portal.read()).text).toMatch(
      /Returned to you.*₦1,015.00 is refunded to your original payment method/s,
    );
    expect((await portal.send('dispute', { reason: 'Too late' })).status).toBe(303);
    expect((await recordOf(uuid)).status).toBe('refunded');
  });

  it('says when the agreed time has passed', async () => {
    const { portal } = await held({ escrow_deadline_days: 1 });
    expect((await portal.read()).text).not.toContain('The agreed time has passed');
    platform.clock.advance({ hours: 24 });
    expect((await portal.read()).text).toContain('The agreed time has passed');
  });
});

describe('input to the portal', () => {
  it('is shown as text, whatever it is', async () => {
    const { portal } = await held({ description: HOSTILE, escrow_condition: HOSTILE });
    expect((await portal.read()).text).not.toMatch(/<script|<img/);
    await portal.send('dispute', { reason: HOSTILE, evidence: HOSTILE });
    const { text } = await portal.read();
    expect(text).not.toMatch(/<script|<img/);
    expect(text.split('&lt;script&gt;alert(1)').length).toBeGreaterThan(3);
  });

  it.each([
    ['release', { sure: 'no' }],
    ['dispute', {}],
    ['dispute', { reason: 'no' }],
    ['dispute', { reason: 'x'.repeat(501) }],
    ['dispute', { reason: 'It is broken', evidence: 'http://shop.example/photo' }],
    ['dispute', { reason: 'It is broken', evidence: 'javascript:alert(1)' }],
    ['respond', { response: '' }],
    ['respond', { response: 'no' }],
  ] as [string, Record<string, string>][])(
    'is refused on a page where it cannot be read: %s %j',
    async (form, fields) => {
      const { uuid, portal } = await held();
      const { status, text } = await portal.send(form, fields);
      expect([status, (await recordOf(uuid)).status]).toEqual([400, 'funded']);
      expect(text).toContain('That could not be sent');
      expect(text).toContain(`href="${new URL(portal.url).pathname}?lang=en"`);
      expect(text).toContain(`href="${new URL(portal.url).pathname}?lang=fr"`);
    },
  );
});

it('the portal says so where something cannot be done now', async () => {
  const { portal } = await held();
  await portal.send('dispute', { reason: 'It never came' });
  const { status, text } = await portal.send('respond', { response: 'To myself' });
  expect([status, text]).toEqual([403, expect.stringContaining('This cannot be done just now')]);
});

describe('the address of a portal', () => {
  it('opens nothing where it is wrong, of another host, or the buyer has an account', async () => {
    const { portal } = await held();
    const elsewhere = portal.url.replace(platform.urls.checkout, platform.urls.sandbox);
    const buyer = await escrows.person('2000.00');
    const { uuid } = await escrows.paidByWallet(shop, buyer);
    for (const url of [`${portal.url}x`, elsewhere, new Portal(platform, uuid).url, `${portal.url}%00`]) {
      const read = await fetch(url, { headers: { 'accept-language': 'en' } });
      expect([read.status, await read.text()]).toEqual([
        404,
        expect.stringContaining('There is no payment here'),
      ]);
      const sent = await fetch(`${url}/release`, { method: 'POST', body: new URLSearchParams(SURE) });
      expect(sent.status).toBe(404);
    }
    expect((await portal.read()).text).toContain('Release ₦1,000.00');
  });

  it('is mailed only to the buyer, with every notice of the escrow', async () => {
    const email = 'buyer-of-one@example.com';
    const { uuid, portal } = await held({}, shop, email);
    const linkIn = ({ text }: ReceivedMail) => /^https?:\S+\/escrow\/\S+$/m.exec(text)?.[0];
    const first = await mails.to(email, '₦1,000.00 held in escrow for Okafor Books');
    expect(linkIn(first)).toBe(portal.url);
    expect(first.html).toContain(`href="${portal.url}"`);
    await byMerchant('dispute', { uuid, reason: 'They do not answer' });
    expect(linkIn(await mails.to(email, 'is disputed'))).toBe(portal.url);
    const toMerchant = await mails.to(merchant.email, 'is disputed');
    expect(`${toMerchant.text} ${toMerchant.html}`).not.toContain('/escrow/');
    const rows = await platform.sql<{ row: string }>(
      `SELECT m::text AS row FROM mails m UNION ALL SELECT o::text FROM outbox o`,
    );
    const token = portal.url.split('/escrow/')[1]!;
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('is not mailed to the customer that the merchant names', async () => {
    const named = { customer: { email: 'accomplice@example.com' } };
    const { uuid } = await held(named);
    await byMerchant('cancel', { uuid });
    await mails.to(merchant.email, 'cancelled');
    const recipients = await eventually(async () => {
      const rows = await platform.sql<{ type: string }>(
        `SELECT type FROM mails WHERE recipient = 'accomplice@example.com'`,
      );
      return rows.length > 0 && rows;
    });
    expect(recipients.map(({ type }) => type)).toEqual(['payment.receipt']);
  });

  it('is not mailed to a buyer with an account, who gives a PIN', async () => {
    const buyer = await escrows.person('2000.00');
    const { uuid } = await escrows.paidByWallet(shop, buyer);
    await byMerchant('cancel', { uuid });
    const mail = await mails.to(buyer.email, 'cancelled');
    expect(`${mail.text} ${mail.html}`).not.toContain('/escrow/');
    const { body } = await escrows.detail({ key: merchant.live.secret_key }, uuid);
    expect(body).not.toHaveProperty('portal_url');
  });

  it('works in test mode on the sandbox, with a banner, and is returned there', async () => {
    const { uuid, portal } = await held({}, new Shop(platform, 'sandbox', merchant.test.secret_key));
    const detail = await escrows.detail({ key: merchant.test.secret_key }, uuid);
    expect(detail.body.portal_url).toBe(portal.url);
    expect((await portal.read()).text).toContain('Test mode.');
    expect((await portal.send('release', SURE)).status).toBe(303);
    const { body } = await escrows.detail({ key: merchant.test.secret_key }, uuid);
    expect(body).toMatchObject({ status: 'released', is_test: true });
  });
});
