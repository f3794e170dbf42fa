import { EmailTokensService } from '@app/accounts';
import { MailComposerService } from '../../../libs/notifications/src/mail/mail-composer.service';
import type { DueMail } from '../../../libs/notifications/src/mail/mail-queue.service';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { logo } from '../../support/identity-files';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { uploadLogo } from '../../support/uploads';

const BRAND = 'business.php?section=brand&action=';
const REVIEWS = 'admin.php?section=brands&action=';

let platform: Platform;
let merchant: TestMerchant;
let compliance: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({
    env: { RATE_LIMITS: 'false' },
    apps: ['business', 'checkout', 'sandbox', 'scheduler'],
  });
  merchant = await platform.merchant({ business_name: 'Okafor Books Limited' });
  compliance = await platform.staff('compliance');
});
afterAll(() => platform.stop());

const get = (by = merchant) => platform.get('business', `${BRAND}get`, { token: by.token });
const update = (body: object, by = merchant, pin = by.pin) =>
  platform.post('business', `${BRAND}update`, { pin, ...body }, { token: by.token });
const confirm = (otp: string, by = merchant) =>
  platform.post('business', `${BRAND}confirm-support-email`, { otp }, { token: by.token });
const decide = (verdict: string, body: object, by = compliance) =>
  platform.post('business', REVIEWS + verdict, body, { token: by.token });

async function reviewOf({ id }: TestMerchant) {
  const { body } = await platform.get('business', `${REVIEWS}list&per_page=100`, { token: compliance.token });
  const waiting = body.data.data as { user_id: string; review_id: string; proposed_name: string }[];
  return waiting.find((one) => one.user_id === id);
}

/** The code that was mailed to the support address. */
async function codeOf({ id }: TestMerchant): Promise<string> {
  const [row] = await platform.sql<{ id: string }>('SELECT id FROM support_email_codes WHERE user_id = $1', [
    id,
  ]);
  return platform.inside('business', EmailTokensService).codeOf(row!.id);
}

/** The address of a page of the business that a stranger can open. */
async function addressOf(by: TestMerchant, mode: 'live' | 'test' = 'live'): Promise<string> {
  const host = mode === 'live' ? 'checkout' : 'sandbox';
  const { body } = await platform.post(
    host,
    'sessions.php?action=create',
    { amount: 100 },
    { key: by[mode].secret_key },
  );
  return body.checkout_url as string;
}

const textAt = async (address: string) => (await fetch(address)).text();
const pageOf = async (by: TestMerchant, mode?: 'live' | 'test') => textAt(await addressOf(by, mode));

describe('A brand', () => {
  it('is empty before its first change', async () => {
    const by = await platform.merchant();
    expect((await get(by)).body).toMatchObject({
      display_name: null,
      display_name_status: 'none',
      color: null,
      button_text: null,
      adjusted: false,
      logo_url: null,
    });
  });

  it('answers with the text on the button, the colour of links, and whether it differs', async () => {
    expect((await update({ color: '#FFFF00' })).body).toMatchObject({
      color: '#ffff00',
      button_text: '#000000',
      adjusted: true,
    });
    const { body } = await update({ color: '#1f4fd8' });
    expect(body).toMatchObject({ button_text: '#ffffff', link_color: '#1f4fd8', adjusted: false });
  });

  it('keeps what an update does not name, and removes what is null', async () => {
    const all = {
      color: '#0f766e',
      support_phone: '0803 123 4567',
      support_url: 'https://books.example/help',
      terms_url: 'https://books.example/terms',
      postal_address: '12 Broad Street\nLagos',
    };
    expect((await update(all)).body).toMatchObject({ ...all, support_phone: '+2348031234567' });
    expect((await update({ terms_url: null })).body).toMatchObject({
      ...all,
      support_phone: '+2348031234567',
      terms_url: null,
    });
    expect((await get()).body).toMatchObject({ color: '#0f766e', terms_url: null });
  });

  it.each([
    ['color', 'red'],
    ['color', '#12345'],
    ['support_phone', '12'],
    ['support_url', 'http://books.example'],
    ['support_url', 'javascript:alert(1)'],
    ['terms_url', 'https://user:secret@books.example'],
    ['support_email', 'no address'],
    ['postal_address', 'x'.repeat(201)],
    ['display_name', 'x'],
    ['display_name', 'x'.repeat(61)],
    ['display_name', 'www.books.example'],
    ['display_name', 'Books <b>'],
    ['display_name', 'books@example'],
    ['display_name', 'a://b'],
  ])('refuses %s %j', async (field, value) => {
    const { status, body } = await update({ [field]: value });
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('asks for the PIN, a session of a business, and a proved address', async () => {
    expect(outcomeOf(await update({ color: '#000000' }, merchant, '9999'))).toBe('403 INVALID_PIN');
    const person = await platform.signUp();
    expect(outcomeOf(await get(person as TestMerchant))).toBe('403 ACCOUNT_TYPE_FORBIDDEN');
    const { key } = { key: merchant.live.secret_key };
    expect(outcomeOf(await platform.get('business', `${BRAND}get`, { key }))).toBe('403 SESSION_REQUIRED');
    const unproved = await platform.merchant();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [unproved.id]);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await update({ color: '#000000' }, unproved))).toBe('403 KYC_REQUIRED');
    expect(outcomeOf(await uploadLogo(platform, await logo(), unproved))).toBe('403 KYC_REQUIRED');
  });

  it('takes two first changes at once, both of them', async () => {
    const by = await platform.merchant();
    const answers = await Promise.all([
      update({ color: '#112233' }, by),
      update({ support_phone: '+2348031234567' }, by),
      uploadLogo(platform, await logo(), by),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get(by)).body).toMatchObject({
      color: '#112233',
      support_phone: '+2348031234567',
      logo_url: expect.stringContaining('/brand/'),
    });
  });
});

describe('A display name', () => {
  it('is shown once compliance has approved it, on pages and in the answers of the API', async () => {
    const by = await platform.merchant({ business_name: 'Bello Trading Limited' });
    expect((await update({ display_name: 'Bello & Sons' }, by)).body).toMatchObject({
      display_name: null,
      proposed_display_name: 'Bello & Sons',
      display_name_status: 'pending',
    });
    expect(await pageOf(by)).toContain('Bello Trading Limited');
    const review = await reviewOf(by);
    expect(review).toMatchObject({ proposed_name: 'Bello & Sons', business_name: 'Bello Trading Limited' });
    const approved = await decide('approve', { review_id: review!.review_id, reason: 'Trade register' });
    expect(approved.body).toMatchObject({ status: 'approved', display_name: 'Bello & Sons' });
    const page = await pageOf(by);
    expect(page).toContain('Bello &amp; Sons');
    expect(page).not.toContain('Bello Trading Limited');
    const [entry] = await platform.sql(
      `SELECT action, staff_id, reason FROM audit_log WHERE subject = $1 AND action = 'brands.approve'`,
      [by.id],
    );
    expect(entry).toMatchObject({ staff_id: compliance.id, reason: 'Trade register' });
  });

  it('stays in force while another one waits or is rejected', async () => {
    const by = await platform.merchant();
    await update({ display_name: 'First Name' }, by);
    await decide('approve', { review_id: (await reviewOf(by))!.review_id, reason: 'known' });
    await update({ display_name: 'Second Name' }, by);
    expect(await pageOf(by)).toContain('First Name');
    const { review_id } = (await reviewOf(by))!;
    await decide('reject', { review_id, reason: 'It is the name of another company.' });
    expect((await get(by)).body).toMatchObject({
      display_name: 'First Name',
      proposed_display_name: 'Second Name',
      display_name_status: 'rejected',
      display_name_reason: 'It is the name of another company.',
    });
    expect(await pageOf(by)).toContain('First Name');
    expect((await update({ display_name: null }, by)).body).toMatchObject({
      display_name: null,
      display_name_status: 'none',
    });
    expect(await pageOf(by)).not.toContain('First Name');
  });

  it('is decided under the id of the name that was read, once', async () => {
    const by = await platform.merchant();
    await update({ display_name: 'Harmless Name' }, by);
    const { review_id } = (await reviewOf(by))!;
    await update({ display_name: 'Harmful Name' }, by);
    expect(outcomeOf(await decide('approve', { review_id, reason: 'read' }))).toBe('404 NOT_FOUND');
    const next = (await reviewOf(by))!.review_id;
    const both = await Promise.all([
      decide('approve', { review_id: next, reason: 'read' }),
      decide('reject', { review_id: next, reason: 'read' }),
    ]);
    expect(both.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
  });

  it('is decided by compliance alone, and not by its owner', async () => {
    const by = await platform.merchant();
    await update({ display_name: 'Name To Decide' }, by);
    const { review_id } = (await reviewOf(by))!;
    const support = await platform.staff('support');
    expect(outcomeOf(await decide('approve', { review_id, reason: 'read' }, support))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await decide('approve', { review_id, reason: 'read' }, by as never))).toBe(
      '403 FORBIDDEN',
    );
  });

  it('is not shown of a business whose verification was revoked', async () => {
    const by = await platform.merchant();
    await update({ display_name: 'Revoked Books' }, by);
    await decide('approve', { review_id: (await reviewOf(by))!.review_id, reason: 'known' });
    await platform.sql(`UPDATE users SET kyb_status = 'rejected' WHERE id = $1`, [by.id]);
    expect(await pageOf(by, 'test')).toContain(`@${by.usertag}`);
  });
});

describe('A support address', () => {
  it('is taken at once where it is the proved one of the account', async () => {
    const { body } = await update({ support_email: merchant.email });
    expect(body).toMatchObject({ support_email: merchant.email, unconfirmed_support_email: null });
  });

  it('is shown once its code was sent back', async () => {
    const by = await platform.merchant();
    const email = `help-${by.usertag}@books.example`;
    expect((await update({ support_email: email }, by)).body).toMatchObject({
      support_email: null,
      unconfirmed_support_email: email,
    });
    expect(await pageOf(by)).not.toContain(email);
    const [mail] = await platform.sql<{ data: object }>(
      `SELECT payload AS data FROM outbox WHERE type = 'account.support-email-code-issued' AND owner_id = $1`,
      [by.id],
    );
    expect(mail!.data).toMatchObject({ email, isMailed: true });
    const code = await codeOf(by);
    const wrong = await confirm(code === '000000' ? '000001' : '000000', by);
    expect([wrong.status, wrong.body.tries_left]).toEqual([400, 4]);
    expect((await confirm(code, by)).body).toMatchObject({ support_email: email });
    expect(await pageOf(by)).toContain(`mailto:${email}`);
    expect(outcomeOf(await confirm(code, by))).toBe('400 VALIDATION_ERROR');
  });

  it('is not confirmed by the code of another account, or after five wrong ones', async () => {
    const [one, other] = [await platform.merchant(), await platform.merchant()];
    await update({ support_email: 'shared@books.example' }, one);
    await update({ support_email: 'shared@books.example' }, other);
    const code = await codeOf(one);
    expect((await codeOf(other)) === code).toBe(false);
    for (let n = 0; n < 5; n++) expect((await confirm(code, other)).status).toBe(400);
    expect(outcomeOf(await confirm(await codeOf(other), other))).toBe('400 LIMIT_REACHED');
    expect((await get(other)).body.support_email).toBeNull();
  });

  it('gets no code where the change is refused', async () => {
    const by = await platform.merchant();
    expect((await update({ support_email: 'x@books.example', support_phone: '12' }, by)).status).toBe(400);
    expect(await platform.sql('SELECT 1 FROM support_email_codes WHERE user_id = $1', [by.id])).toEqual([]);
  });
});

describe('The mails about a payment', () => {
  /** The mail of this type that is about a session, as it is sent. */
  async function mailOf(type: string, sessionId: string) {
    const [due] = await eventually(async () => {
      const rows = await platform.sql<DueMail>(
        `SELECT id, claim, type, recipient, owner_id AS "ownerId", business_id AS "businessId", language, facts, attempts,
                event_id AS "eventId", created_at AS "createdAt"
           FROM mails WHERE type = $1 AND facts->>'session_id' = $2`,
        [type, sessionId],
      );
      return rows.length > 0 && rows;
    });
    return (await platform.inside('scheduler', MailComposerService).compose(due!))!;
  }

  it('have the brand for the buyer, with answers to its support, and none for the business itself', async () => {
    const by = await platform.merchant({ business_name: 'Okafor Books' });
    await update({ color: '#0f766e', support_email: by.email }, by);
    const { logo_url: logoUrl } = (await uploadLogo(platform, await logo(), by)).body as { logo_url: string };
    const buyer = { email: 'buyer@example.com' };
    const { body } = await platform.post(
      'checkout',
      'sessions.php?action=create',
      { amount: 100, customer: buyer },
      { key: by.live.secret_key },
    );
    const { session_id } = body as { session_id: string };
    const pay = { session_id, card: cardOf(CARDS.approved) };
    await platform.post('checkout', 'sessions.php?action=pay-card', pay, { key: by.live.secret_key });
    const receipt = await mailOf('payment.receipt', session_id);
    expect(receipt).toMatchObject({ to: buyer.email, replyTo: by.email });
    expect(receipt.html).toMatch(new RegExp(`src="${logoUrl}"[^>]*alt="Okafor Books"`));
    expect(receipt.html).toContain('border-top:4px solid #0f766e');
    expect(receipt.text).not.toContain('/brand/');
    const received = await mailOf('payment.received', session_id);
    expect(received.replyTo).toBeUndefined();
    expect(received.html).not.toContain('<img');
  });
});

describe('The brand of an account', () => {
  it('is shown in live mode once the business is verified, and in test mode before', async () => {
    const by = await platform.merchant();
    await update({ support_url: 'https://books.example/help' }, by);
    await uploadLogo(platform, await logo(), by);
    const live = await addressOf(by);
    expect(await textAt(live)).toMatch(/\/brand\/[^]*books\.example/);
    await platform.sql(`UPDATE users SET kyb_status = 'pending' WHERE id = $1`, [by.id]);
    expect(await textAt(live)).not.toMatch(/\/brand\/|books\.example/);
    expect(await pageOf(by, 'test')).toMatch(/\/brand\/[^]*books\.example/);
  });

  it('is not shown while the account is frozen', async () => {
    const by = await platform.merchant();
    await uploadLogo(platform, await logo(), by);
    const address = await addressOf(by);
    expect(await textAt(address)).toContain('/brand/');
    await platform.people.freeze(by.id);
    expect(await textAt(address)).not.toContain('/brand/');
    expect(outcomeOf(await update({ color: '#000000' }, by))).toMatch(/^40[13]/);
  });

  it('shows every text as text', async () => {
    const by = await platform.merchant();
    await update(
      { postal_address: `"><script>alert(1)</script>`, support_url: 'https://books.example/"><script>' },
      by,
    );
    const { body } = await platform.post(
      'business',
      'invoices.php?action=create',
      {
        client_name: 'Ada',
        client_email: 'ada@example.com',
        currency: 'NGN',
        items: [{ description: 'Book', quantity: 1, unit_price: 100 }],
      },
      { key: by.live.secret_key },
    );
    const { body: sent } = await platform.post(
      'business',
      'invoices.php?action=send',
      { id: body.id },
      { key: by.live.secret_key },
    );
    const page = await (await fetch(sent.payment_url as string)).text();
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>');
  });
});
