import { MailWorkerService } from '@app/notifications';
import { Commands, RelayWorker } from '@app/write-path';
import { ClaimRefund } from '../../../libs/checkout/src/refunds/commands/claim-refund';
import { outcomeOf } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { CARDS } from '../../support/test-cards';
import { Shop } from './cards';
import { PlainPage } from './plain-page';
import { ACCOUNT, lookUp, nameAccount, RefundAccounts } from './refund-accounts';

let platform: Platform;
let mails: MailServer;
let merchant: TestMerchant;
let desk: RefundAccounts;
let receiver: Receiver;

beforeAll(async () => {
  mails = await MailServer.start();
  platform = await startPlatform({
    env: {
      RATE_LIMITS: 'false',
      ...mails.environment,
    },
  });
  merchant = await platform.merchant({ business_name: 'Okafor Books' });
  desk = new RefundAccounts(platform, merchant);
  receiver = await platform.receiver();
  const hook = { app_id: merchant.live.app_id, url: receiver.url };
  await platform.post('business', 'business.php?section=webhooks&action=create', hook, {
    token: merchant.token,
  });
});
afterEach(() => desk.bank.clearFaults());
afterAll(async () => {
  await platform?.proveAndStop();
  await mails?.stop();
});

const balance = async () =>
  Math.round(Number(await platform.balanceOf({ key: merchant.live.secret_key })) * 100);
const eventsOf = (refundId: string) =>
  receiver.received.filter(({ data }) => data.refund_id === refundId).map(({ event }) => event);
const numberOf = (last: string) => ({ ...ACCOUNT, account_number: last });
const payerOf = (last: string) => ({ customer: { name: `Test Account ${last}`, email: 'ada@example.com' } });

async function deliverMails(): Promise<void> {
  await platform.inside('scheduler', RelayWorker).run();
  await platform.inside('scheduler', MailWorkerService).drain();
}

describe('a refund of a bank transfer that its company refuses for its method', () => {
  it('is paid to the account that the payer names on the mailed page', async () => {
    const session_id = await desk.paid();
    const before = await balance();
    const { id, refund_id, page } = await desk.refused(session_id, { reason: 'Sold <b>out</b>' });
    expect(await desk.detail(refund_id)).toMatchObject({
      status: 'pending',
      stage: 'awaiting_account',
      failure: null,
      account_url: null,
    });
    expect(await balance()).toBe(before - 250_050);
    await deliverMails();
    const mail = mails.received.findLast(({ headers }) =>
      headers.get('subject')!.startsWith('Where should we send your refund of ₦2,500.50'),
    )!;
    expect([mail.to, mail.text.includes(page.url)]).toEqual([['ada@example.com'], true]);

    const form = await page.read();
    expect(form.status).toBe(200);
    expect(form.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    for (const text of [
      'Refund from Okafor Books',
      '₦2,500.50',
      'Access Bank',
      'Sold &lt;b&gt;out&lt;/b&gt;',
    ])
      expect(form.text).toContain(text);
    const found = await lookUp(page);
    expect(found.status).toBe(200);
    expect(found.text).toContain('Test Account 0031');
    expect(found.text).toContain('Access Bank •••• 0031');
    expect(found.text).not.toContain('our staff check it first');
    const { account } = found;
    expect(account).not.toContain('0690000031');
    const confirmed = await page.send('confirm', { account }, '?lang=fr');
    expect([confirmed.status, confirmed.location]).toEqual([303, `${new URL(page.url).pathname}?lang=fr`]);
    expect((await page.read()).text).toContain('Your refund is on its way');
    expect(await desk.standing(refund_id)).toBe('pending/queued');

    await platform.runJobs();
    expect(await desk.standing(refund_id)).toBe('pending/taken');
    await desk.pass({ minutes: 2 });
    expect(await desk.standing(refund_id)).toBe('completed');
    expect(await desk.transfers(id)).toEqual([
      { account_number: '0690000031', amount_minor: '250050', currency: 'NGN' },
    ]);
    expect(await desk.moves(refund_id)).toEqual({
      'bank-payout-float NGN': '251125',
      'payout-costs NGN': '-1075',
    });
    expect(await balance()).toBe(before - 250_050);
    await receiver.next(({ event, data }) => event === 'refund.completed' && data.refund_id === refund_id);
    expect(eventsOf(refund_id)).toEqual(['refund.created', 'refund.completed']);
    expect((await page.read()).text).toContain('was sent to Access Bank •••• 0031');
    await deliverMails();
    const sent = mails.received.findLast(({ text }) => text.includes(refund_id))!;
    expect(sent.text).toContain('was sent to Access Bank •••• 0031');
  });

  it('keeps the account sealed only', async () => {
    const { id, page } = await desk.refused(await desk.paid());
    await nameAccount(page);
    const [row] = await platform.sql<{ text: string; sealed: Buffer }>(
      'SELECT to_jsonb(r)::text AS text, destination_ciphertext AS sealed FROM refunds r WHERE id = $1',
      [id],
    );
    expect(row!.sealed.toString('latin1')).not.toContain('0690000031');
    expect(row!.text).not.toContain('0690000031');
    expect(row!.text).toContain('•••• 0031');
    expect(await platform.sql(`SELECT 1 FROM outbox WHERE payload::text LIKE '%0690000031%'`)).toEqual([]);
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
  });

  it('fails at once where no address of the payer is known, and works with customer_email', async () => {
    const session_id = await desk.paid({ customer: undefined });
    const before = await balance();
    const { refund_id } = await desk.refused(session_id);
    expect(await desk.detail(refund_id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('customer_email'),
    });
    expect(await balance()).toBe(before);
    const again = await desk.refused(session_id, { customer_email: 'bola@example.com' });
    expect(await desk.standing(again.refund_id)).toBe('pending/awaiting_account');
    await deliverMails();
    expect(mails.received.findLast(({ text }) => text.includes(again.page.url))!.to).toEqual([
      'bola@example.com',
    ]);
  });

  it('fails as before where the company refuses it for another reason, or a card paid', async () => {
    const session_id = await desk.paid();
    await platform.sql(
      `UPDATE checkout_attempts a SET gateway_transaction_id = 'gone-' || a.id FROM checkout_sessions s
        WHERE s.attempt_id = a.id AND s.session_id = $1`,
      [session_id],
    );
    const { refund_id } = await desk.refund(session_id);
    await platform.runJobs();
    expect(await desk.standing(refund_id)).toBe('failed');
    const byCard = await desk.shop.open();
    await desk.shop.pay(byCard, CARDS.approved);
    expect(await desk.standing((await desk.refused(byCard.session_id)).refund_id)).toBe('failed');
  });
});

describe('the page of a refund', () => {
  it('is not found under another token', async () => {
    const { page } = await desk.refused(await desk.paid());
    const wrong = new PlainPage(`${page.url.slice(0, -3)}AAA`);
    const [read, sent] = [await wrong.read(), await wrong.send('check', ACCOUNT)];
    expect([read.status, sent.status]).toEqual([404, 404]);
    expect(read.text).toContain('There is no refund here');
    for (const token of ['%00', 'x'.repeat(500), '..%2f']) {
      const { status } = await new PlainPage(`${platform.urls.checkout}/refund/${token}`).read();
      expect([400, 404]).toContain(status);
    }
  });

  it('takes one account of two at once, and keeps the first', async () => {
    const { id, refund_id, page } = await desk.refused(await desk.paid());
    const accounts = [await lookUp(page), await lookUp(page, numberOf('0690000031'))];
    const answers = await Promise.all(accounts.map(({ account }) => page.send('confirm', { account })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const late = await page.send('confirm', { account: accounts[0]!.account });
    expect(late.status).toBe(303);
    expect((await page.send('check', ACCOUNT)).status).toBe(303);
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    await desk.pass({ minutes: 2 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toMatchObject(['completed', [{}]]);
  });

  it('refuses an account that was looked up for another refund, or changed', async () => {
    const [mine, other] = [await desk.refused(await desk.paid()), await desk.refused(await desk.paid())];
    const { account } = await lookUp(other.page);
    for (const wrong of [account, account.slice(0, -4), 'AAAA', '']) {
      const { status, text } = await mine.page.send('confirm', { account: wrong });
      expect([status, text.includes('Nothing has changed')]).toEqual([400, true]);
    }
    expect(await desk.standing(mine.refund_id)).toBe('pending/awaiting_account');
  });

  it('shows the form again for what is no account', async () => {
    const { page } = await desk.refused(await desk.paid());
    const unknown = await page.send('check', numberOf('0000000000'));
    expect([unknown.status, unknown.text.includes('does not know this account number')]).toEqual([400, true]);
    expect(unknown.text).toContain('value="0000000000"');
    for (const fields of [
      { ...ACCOUNT, bank_code: '999' },
      { ...ACCOUNT, account_number: '12345' },
      { type: 'bank' },
      { type: 'mobile_money', network: 'MPESA', phone: '+254700000001' },
    ])
      expect((await page.send('check', fields as Record<string, string>)).status).toBe(400);
    expect((await page.send('check', { ...ACCOUNT, type: 'wire' })).status).toBe(400);
    const away = await page.send('check', numberOf('0000000009'));
    expect([away.status, away.text.includes('banks cannot be reached')]).toEqual([502, true]);
  });

  it('closes after 14 days, when the merchant has the money again', async () => {
    const session_id = await desk.paid();
    const { refund_id, page } = await desk.refused(session_id);
    const { account } = await lookUp(page);
    platform.clock.advance({ hours: 14 * 24 + 1 });
    expect((await page.read()).text).toContain('This page has closed');
    expect((await page.send('confirm', { account })).status).toBe(303);
    expect(await desk.standing(refund_id)).toBe('pending/awaiting_account');
    await platform.runJobs();
    expect(await desk.detail(refund_id)).toMatchObject({
      status: 'failed',
      failure: 'The payer has named no account within 14 days',
    });
    const ends = 'SELECT type, amount_minor FROM ledger.journals WHERE related_id = $1 ORDER BY id';
    expect(await platform.sql(ends, [refund_id])).toEqual(
      Array(2).fill({ type: 'refund', amount_minor: '250050' }),
    );
    expect(await desk.moves(refund_id)).toEqual({});
    await receiver.next(({ event, data }) => event === 'refund.failed' && data.refund_id === refund_id);
    expect((await page.read()).text).toContain('ask Okafor Books for a new refund');
    expect((await desk.refund(session_id)).refund_id).not.toBe(refund_id);
    await platform.runJobs();
  });
});

describe('an account under another name than that of the payer', () => {
  it('is paid once finance has compared the names', async () => {
    const { id, refund_id, page } = await desk.refused(await desk.paid());
    const found = await lookUp(page, numberOf('0690000032'));
    expect(found.text).toContain('our staff check it first');
    await page.send('confirm', { account: found.account });
    expect((await page.read()).text).toContain('We are checking the account');
    await desk.pass({ minutes: 10 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toEqual(['pending/stopped', []]);
    const { refund } = await desk.seenByStaff(`show&refund_id=${refund_id}`);
    expect(refund).toMatchObject({
      stage: 'stopped',
      rail: 'account',
      destination: 'Access Bank •••• 0032',
      account_holder: 'Test Account 0032',
      payer_name: 'Test Account 0031',
      failure: 'The account is held under another name than that of the payer',
      may_have_gone: false,
    });
    expect(outcomeOf(await desk.staff('retry', { refund_id }))).toBe('200 OK');
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toMatchObject(['completed', [{}]]);
  });

  it('fails where finance refuses it, also where the payment has no name of a payer', async () => {
    const { refund_id, page } = await desk.refused(
      await desk.paid({ customer: { email: 'ada@example.com' } }),
    );
    const before = await balance();
    await nameAccount(page);
    expect(await desk.standing(refund_id)).toBe('pending/stopped');
    expect(outcomeOf(await desk.staff('fail', { refund_id }))).toBe('200 OK');
    expect([await desk.standing(refund_id), await balance()]).toEqual(['failed', before + 250_050]);
    expect((await page.read()).text).toContain('could not be sent');
  });
});

describe('a payment to the account of a payer', () => {
  const named = async (last: string) => {
    const refund = await desk.refused(await desk.paid(payerOf(last.slice(-4))));
    await nameAccount(refund.page, numberOf(last));
    return refund;
  };

  it('is not sent again where its answer is lost', async () => {
    const { id, refund_id } = await named('9900000002');
    await platform.runJobs();
    expect(await desk.standing(refund_id)).toBe('pending/sending');
    await desk.pass({ minutes: 6 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toMatchObject(['completed', [{}]]);
  });

  it('is left to finance where a process dies before its answer and the provider does not know it', async () => {
    const { id, refund_id } = await named('0690000035');
    expect(await platform.inside('scheduler', Commands).execute(new ClaimRefund(id))).toMatchObject({
      payout: { task: 'send' },
    });
    for (let round = 0; round < 12; round++) await desk.pass({ minutes: 15 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toEqual(['pending/stopped', []]);
    expect(outcomeOf(await desk.staff('retry', { refund_id }))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await desk.staff('retry', { refund_id, not_sent: true }))).toBe('200 OK');
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    expect([await desk.standing(refund_id), await desk.transfers(id)]).toMatchObject(['completed', [{}]]);
  });

  it.each([
    ['9900000007', 'refuses'],
    ['9900000001', 'cannot deliver'],
  ])('gives the merchant the money again where the provider of %s %s it', async (last) => {
    const { refund_id } = await named(last);
    const before = await balance();
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    expect([await desk.standing(refund_id), await balance()]).toEqual(['failed', before + 250_050]);
    expect(await desk.moves(refund_id)).toEqual({});
  });

  it('is credited to the merchant by finance where it comes back after it was sent', async () => {
    const { refund_id } = await named('0690000036');
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    const before = await balance();
    expect(outcomeOf(await desk.staff('return', { refund_id }))).toBe('200 OK');
    expect(await balance()).toBe(before + 250_050);
    expect(await desk.moves(refund_id)).toEqual({
      'bank-payout-float NGN': '1075',
      'payout-costs NGN': '-1075',
    });
  });

  it('is reported to finance, once, where the provider has had it for seven days', async () => {
    const { refund_id } = await named('9900000004');
    await platform.runJobs();
    expect(await desk.standing(refund_id)).toBe('pending/taken');
    const late = async () =>
      (await desk.seenByStaff('list&late=true')).data.data.map((one: { refund_id: string }) => one.refund_id);
    expect(await late()).toEqual([]);
    await desk.pass({ hours: 7 * 24 + 1 });
    await desk.pass({ hours: 2 });
    expect(await late()).toEqual([refund_id]);
    const alerts = `SELECT 1 FROM outbox WHERE type = 'refund.late' AND payload->>'refundId' = $1`;
    expect(await platform.sql(alerts, [refund_id])).toHaveLength(1);
    expect(outcomeOf(await desk.staff('settle', { refund_id, provider_id: `by-hand-${refund_id}` }))).toBe(
      '200 OK',
    );
  });

  it('is sent although the merchant is frozen meanwhile', async () => {
    const { refund_id, page } = await desk.refused(await desk.paid());
    await platform.sql('UPDATE users SET frozen_at = now() WHERE id = $1', [merchant.id]);
    try {
      expect((await page.read()).text).toContain('Refund from');
      await nameAccount(page);
      await platform.runJobs();
      await desk.pass({ minutes: 2 });
      const [row] = await platform.sql('SELECT status FROM refunds WHERE refund_id = $1', [refund_id]);
      expect(row).toEqual({ status: 'completed' });
    } finally {
      await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [merchant.id]);
      await platform.sessionChangesProcessed();
    }
  });
});

describe('a refund in another currency', () => {
  it('goes to a phone by hand, since no provider pays mobile money', async () => {
    const { refund_id, page } = await desk.refused(await desk.paidByPhone('KES', { amount: 900 }));
    const { text } = await page.read();
    expect(text).toContain('MPESA');
    expect(text).toContain('Use a bank account instead');
    await nameAccount(page, { type: 'mobile_money', network: 'MPESA', phone: '0712 345 678' });
    expect(await desk.standing(refund_id)).toBe('pending/stopped');
    expect(outcomeOf(await desk.staff('retry', { refund_id }))).toBe('200 OK');
    await platform.runJobs();
    const { refund } = await desk.seenByStaff(`show&refund_id=${refund_id}`);
    expect(refund).toMatchObject({
      stage: 'stopped',
      destination: 'MPESA •••• 5678',
      failure: 'No provider pays this account: pay it by hand and settle the refund',
    });
    await desk.staff('settle', { refund_id, provider_id: 'mpesa-1' });
    expect([await desk.standing(refund_id), await desk.moves(refund_id)]).toEqual([
      'completed',
      { 'mobile-money-float KES': '90000' },
    ]);
  });

  it('goes to a bank of Ghana by branch and by the name that the payer gives, once finance has looked', async () => {
    const { id, refund_id, page } = await desk.refused(await desk.paidByPhone('GHS', { amount: 40 }));
    const banks = await page.read('?to=bank');
    expect(banks.text).toContain('Ecobank Ghana');
    const branches = await page.read('?to=bank&bank=GH280100');
    expect(branches.text).toContain('Kumasi');
    const fields = {
      type: 'bank',
      bank_code: 'GH280100',
      branch_code: 'GH280104',
      account_number: '1234567890',
      account_name: '<script>alert(1)</script>',
    };
    const found = await lookUp(page, fields);
    expect(found.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(found.text).not.toContain('<script>alert');
    await page.send('confirm', { account: found.account });
    expect(await desk.standing(refund_id)).toBe('pending/stopped');
    await desk.staff('retry', { refund_id });
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    expect(await desk.transfers(id)).toEqual([
      { account_number: '1234567890', amount_minor: '4000', currency: 'GHS' },
    ]);
    expect(await desk.moves(refund_id)).toEqual({ 'bank-payout-float GHS': '4000' });
  });
});

describe('a refund whose account is awaited', () => {
  it('is mailed again, settled or failed by finance', async () => {
    const [asked, settled, failed] = [
      await desk.refused(await desk.paid()),
      await desk.refused(await desk.paid()),
      await desk.refused(await desk.paid()),
    ];
    await desk.pass({ hours: 24 });
    expect(outcomeOf(await desk.staff('retry', { refund_id: asked.refund_id }))).toBe('200 OK');
    await deliverMails();
    expect(mails.received.filter(({ text }) => text.includes(asked.page.url))).toHaveLength(2);
    expect(
      (await desk.staff('settle', { refund_id: settled.refund_id, provider_id: 'by-hand-9' })).status,
    ).toBe(200);
    expect(await desk.moves(settled.refund_id)).toEqual({ 'card-gateway-clearing NGN': '250050' });
    expect((await settled.page.read()).text).toContain('Your refund was sent');
    expect(outcomeOf(await desk.staff('fail', { refund_id: failed.refund_id }))).toBe('200 OK');
    expect(await desk.standing(failed.refund_id)).toBe('failed');
    const { data } = await desk.seenByStaff('list&per_page=100');
    expect(data.data.find((one: { refund_id: string }) => one.refund_id === asked.refund_id)).toMatchObject({
      stage: 'awaiting_account',
      destination: null,
    });
  });
});

describe('a refund in the sandbox whose refund_ref begins with sim_account', () => {
  it('takes the same course, with the link in the answer and no mail', async () => {
    const key = merchant.test.secret_key;
    const sandbox = new Shop(platform, 'sandbox', key);
    const made: string[] = [];
    for (const refund_ref of ['sim_account_1', 'sim_account_2']) {
      const open = await sandbox.open({ customer: { name: 'Test Account 0031', email: 'test@example.com' } });
      await sandbox.pay(open, CARDS.approved);
      const { body } = await sandbox.call('refund', { session_id: open.session_id, refund_ref });
      made.push(body.refund.refund_id as string);
    }
    await platform.runJobs();
    const detail = (id: string) => desk.detail(id, key, 'sandbox');
    const first = await detail(made[0]!);
    expect(first).toMatchObject({ status: 'pending', stage: 'awaiting_account' });
    const page = new PlainPage(String(first.account_url));
    expect(page.url.startsWith(`${platform.urls.sandbox}/refund/`)).toBe(true);
    const form = await page.read();
    expect([form.text.includes('Test mode.'), form.text.includes('Access Bank')]).toEqual([true, true]);
    await nameAccount(page);
    await platform.runJobs();
    await desk.pass({ minutes: 2 });
    expect(await detail(made[0]!)).toMatchObject({ status: 'completed', account_url: null });
    await desk.pass({ hours: 14 * 24 });
    expect(await detail(made[1]!)).toMatchObject({ status: 'failed' });
    await deliverMails();
    expect(mails.received.filter(({ to }) => to.includes('test@example.com'))).toEqual([]);
    expect(await platform.sql(`SELECT 1 FROM ledger.journals WHERE related_id = ANY ($1)`, [made])).toEqual(
      [],
    );
    const live = new PlainPage(page.url.replace(platform.urls.sandbox, platform.urls.checkout));
    expect((await live.read()).status).toBe(404);
  });
});
