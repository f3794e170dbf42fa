import { randomUUID } from 'node:crypto';
import { PurgeNotifications, MailWorkerService } from '@app/notifications';
import { RelayWorker } from '@app/write-path';
import { CARDS } from '../../support/test-cards';
import { newId } from '../../support/books';
import { MailServer } from '../../support/mail-server';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor } from '../business-api/card-deposits';
import { Shop } from '../checkout-api/cards';

let platform: Platform;
let mails: MailServer;
let sender: TestUser;
beforeAll(async () => {
  mails = await MailServer.start();
  platform = await startPlatform({
    env: {
      RATE_LIMITS: 'false',
      ...mails.environment,
    },
  });
  sender = await platform.signUp();
  await platform.fund(sender, 'NGN', '1000000.00');
});
afterAll(async () => {
  await platform.stop();
  await mails.stop();
});

type Host = 'business' | 'app';
interface Item {
  id: number;
  type: string;
  title: string;
  body: string;
  data: Record<string, unknown>;
  read_at: string | null;
  created_at: string;
}

const get = (user: { token: string }, action: string, host: Host = 'app') =>
  platform.get(host, `notifications.php?action=${action}`, { token: user.token });
const post = (user: { token: string }, action: string, body: object = {}, host: Host = 'app') =>
  platform.post(host, `notifications.php?action=${action}`, body, { token: user.token });
const listOf = async (user: { token: string }): Promise<Item[]> =>
  (await get(user, 'list&per_page=100')).body.data.data as Item[];
const countOf = async (user: { token: string }): Promise<number> =>
  (await get(user, 'unread-count')).body.count as number;

/** Relays every event so far and sends every mail of it. */
async function deliverAll(): Promise<void> {
  await platform.inside('scheduler', RelayWorker).run();
  await platform.inside('scheduler', MailWorkerService).drain();
}

const transfer = async (to: TestUser, amount = '10.00', note?: string) => {
  const { status, body, text } = await platform.post(
    'business',
    'wallet.php?action=transfer',
    { recipient: to.usertag, amount, note, pin: sender.pin },
    { token: sender.token },
  );
  if (status !== 200) throw new Error(text);
  return body as { transaction_id: string };
};

/** As a context would record it, several times where asked. */
async function happened(
  type: string,
  ownerId: string,
  data: object,
  { mode = 'live', times = 1 } = {},
): Promise<void> {
  await platform.sql(
    `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
     SELECT id, $2, id, $3, $4, $5, $6, 'test', now() FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: times }, newId), type.split('.')[0], type, JSON.stringify(data), ownerId, mode],
  );
}

const mailsTo = (address: string) =>
  mails.received.filter(({ to }) => to.includes(address)).map(({ headers }) => headers.get('subject')!);
const choose = (user: TestUser, key: string, value: unknown) =>
  platform.post('app', 'settings.php?action=set-preference', { key, value }, { token: user.token });

describe('notifications.php', () => {
  it('notifies of a transfer, with its amount as text and as data, on both hosts', async () => {
    const ada = await platform.signUp();
    const { transaction_id } = await transfer(ada, '2500.50', 'lunch & <more>');
    await deliverAll();
    for (const host of ['business', 'app'] as const) {
      const { status, body } = await get(ada, 'list', host);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          data: [
            {
              id: 1,
              type: 'transfer.received',
              title: 'You received ₦2,500.50',
              read_at: null,
              body: `@${sender.usertag} sent you ₦2,500.50: lunch & <more>`,
              data: {
                transaction_id,
                amount: 2500.5,
                currency: 'NGN',
                from: sender.usertag,
                note: 'lunch & <more>',
              },
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
            },
          ],
          total: 1,
          page: 1,
          per_page: 20,
          total_pages: 1,
          has_next: false,
          has_prev: false,
          next_cursor: null,
          unread_count: 1,
        },
      });
      expect((await get(ada, 'unread-count', host)).body).toEqual({ success: true, count: 1 });
    }
    const { text, html } = await mails.to(ada.email, 'You received ₦2,500.50');
    // A stranger's note would come from our address.
    expect(text + html).not.toContain('lunch');
    expect(await countOf(sender)).toBe(0);
  });

  it('pages from the newest to the first, without gap or overlap', async () => {
    const ada = await platform.signUp();
    await happened('wallet.funds-transferred', sender.id, received(ada), { times: 45 });
    await deliverAll();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(ada, `list&page=${page}`)));
    const ids = pages.map(({ body }) => (body.data.data as Item[]).map(({ id }) => id));
    expect(ids.flat()).toEqual(Array.from({ length: 45 }, (_, i) => 45 - i));
    expect(ids.map(({ length }) => length)).toEqual([20, 20, 5, 0]);
    expect(pages.map(({ body }) => [body.data.total, body.data.has_next, body.data.has_prev])).toEqual([
      ...[
        [45, true, false],
        [45, true, true],
        [45, false, true],
        [45, false, true],
      ],
    ]);
    expect((await get(ada, 'list&page=1000000000&per_page=100')).body.data).toMatchObject({
      data: [],
      total: 45,
    });
    for (const bad of ['page=0', 'page=-1', 'page=x', 'page=1e21', 'per_page=101', 'per_page=0'])
      expect((await get(ada, `list&${bad}`)).status).toBe(400);
  });

  it('marks one as read, once', async () => {
    const ada = await platform.signUp();
    await transfer(ada);
    await transfer(ada);
    await deliverAll();
    expect((await post(ada, 'mark-read', { id: 1 })).body).toEqual({
      success: true,
      message: 'Marked as read.',
    });
    const [, first] = await listOf(ada);
    expect(first).toMatchObject({ id: 1, read_at: expect.any(String) });
    platform.clock.advance({ seconds: 5 });
    expect((await post(ada, 'mark-read', { id: 1 }, 'business')).status).toBe(200);
    expect((await listOf(ada))[1]).toEqual(first);
    expect(await countOf(ada)).toBe(1);
  });

  it('marks all as read; what was read before keeps its time, and what comes after is unread', async () => {
    const ada = await platform.signUp();
    for (let i = 0; i < 3; i++) await transfer(ada);
    await deliverAll();
    await post(ada, 'mark-read', { id: 2 });
    const before = (await listOf(ada))[1]!.read_at;
    platform.clock.advance({ seconds: 5 });
    await post(ada, 'mark-all-read');
    const [third, second, first] = (await listOf(ada)).map(({ read_at: at }) => at);
    expect(second).toBe(before);
    expect(first).toBe(third);
    expect(Date.parse(first!)).toBeGreaterThan(Date.parse(before!));
    await transfer(ada);
    await deliverAll();
    platform.clock.advance({ seconds: 5 });
    expect(await countOf(ada)).toBe(1);
    expect((await listOf(ada))[0]).toMatchObject({ id: 4, read_at: null });
    await post(ada, 'mark-all-read');
    await post(ada, 'mark-all-read');
    expect((await listOf(ada)).slice(1).map(({ read_at: at }) => at)).toEqual([third, second, first]);
    expect(await countOf(ada)).toBe(0);
  });

  it('refuses what is not there, or not a number, and leaves others alone', async () => {
    const [ada, bola] = [await platform.signUp(), await platform.signUp()];
    await transfer(bola);
    await transfer(bola);
    await transfer(ada);
    await deliverAll();
    // Bola has a second one, Ada has not.
    expect(await post(ada, 'mark-read', { id: 2 })).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
    for (const id of [0, -1, 1.5, 2 ** 31, '1', null, undefined, [1], { id: 1 }])
      expect((await post(ada, 'mark-read', { id })).status).toBe(400);
    await post(ada, 'mark-all-read');
    expect([await countOf(ada), await countOf(bola)]).toEqual([0, 2]);
  });

  it('is for signed-in people', async () => {
    const merchant = await platform.merchant();
    const key = merchant.live.secret_key;
    for (const host of ['business', 'app'] as const) {
      expect((await platform.get(host, 'notifications.php?action=list')).status).toBe(401);
      const { status, body } = await platform.get(host, 'notifications.php?action=list', { key });
      expect(`${status} ${body.error_code}`).toBe('403 SESSION_REQUIRED');
    }
  });

  it('counts right whatever comes at once', async () => {
    const ada = await platform.signUp();
    const rounds = Array.from({ length: 12 }, async (_, round) => {
      await happened('wallet.funds-transferred', sender.id, received(ada), { times: 4 });
      await platform.inside('scheduler', RelayWorker).run();
      const reads = [1, 2, 3, round * 4 + 1, round * 4 + 2].map((id) =>
        post(ada, 'mark-read', { id }, round % 2 ? 'app' : 'business'),
      );
      const answers = await Promise.all([...reads, ...(round % 4 === 3 ? [post(ada, 'mark-all-read')] : [])]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    });
    await Promise.all(rounds);
    await deliverAll();
    const items = await listOf(ada);
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 48 }, (_, i) => 48 - i));
    expect(await countOf(ada)).toBe(items.filter(({ read_at: at }) => at === null).length);
  });

  it('notifies of an event once, also when it is handled again', async () => {
    const ada = await platform.signUp();
    await transfer(ada);
    await deliverAll();
    await platform.sql(
      `UPDATE outbox SET relayed_at = NULL WHERE type = 'wallet.funds-transferred' AND payload->'recipient'->>'ownerId' = $1`,
      [ada.id],
    );
    await deliverAll();
    const outboxRows = await platform.sql(
      `SELECT attempts, relayed_at IS NOT NULL AS relayed FROM outbox WHERE payload->'recipient'->>'ownerId' = $1`,
      [ada.id],
    );
    expect(outboxRows).toEqual([{ attempts: 0, relayed: true }]);
    expect(await listOf(ada)).toHaveLength(1);
    expect(await countOf(ada)).toBe(1);
    expect(mailsTo(ada.email).filter((subject) => subject.startsWith('You received'))).toHaveLength(1);
  });

  it('forgets after a year, and counts on from where it was', async () => {
    const ada = await platform.signUp();
    for (let i = 0; i < 5; i++) await transfer(ada);
    await deliverAll();
    await post(ada, 'mark-read', { id: 2 });
    await platform.sql(
      `UPDATE notifications SET created_at = created_at - interval '366 days' WHERE owner_id = $1 AND id <= 3`,
      [ada.id],
    );
    await platform.inside('scheduler', PurgeNotifications).run();
    const { body } = await get(ada, 'list&per_page=1&page=2');
    expect(body.data).toMatchObject({ total: 2, unread_count: 2, total_pages: 2, data: [{ id: 4 }] });
    expect((await post(ada, 'mark-read', { id: 3 })).status).toBe(404);
    await transfer(ada);
    await deliverAll();
    expect((await listOf(ada)).map(({ id }) => id)).toEqual([6, 5, 4]);
    expect(await countOf(ada)).toBe(3);
    await platform.sql(
      `UPDATE notifications SET created_at = created_at - interval '366 days' WHERE owner_id = $1`,
      [ada.id],
    );
    await post(ada, 'mark-all-read');
    await platform.inside('scheduler', PurgeNotifications).run();
    expect((await get(ada, 'list')).body.data).toMatchObject({ total: 0, unread_count: 0, data: [] });
  });
});

describe('What people prefer', () => {
  it('is English and every mail, until they choose', async () => {
    const ada = await platform.signUp();
    const preferences = {
      language: 'en',
      email_notifications: true,
      email_money: true,
      email_payments: true,
      email_developers: true,
    };
    const shown = await platform.get('business', 'settings.php?action=preferences', { token: ada.token });
    expect(shown.body).toEqual({ success: true, preferences });
    expect((await choose(ada, 'language', 'fr')).body).toEqual({
      success: true,
      preferences: { ...preferences, language: 'fr' },
    });
    await choose(ada, 'email_money', false);
    expect(
      (await platform.get('app', 'settings.php?action=preferences', { token: ada.token })).body.preferences,
    ).toEqual({
      ...preferences,
      language: 'fr',
      email_money: false,
    });
  });

  it.each([
    ['language', 'xx'],
    ['language', true],
    ['language', null],
    ['email_money', 'true'],
    ['email_money', 1],
    ['email_money', undefined],
    ['email_money', {}],
    ['nonsense', true],
    ['__proto__', true],
    ['constructor', true],
    [7, true],
  ])('takes no %s = %s', async (key, value) => {
    const answer = await choose(sender, key as string, value);
    expect(`${answer.status} ${answer.body.error_code}`).toBe('400 VALIDATION_ERROR');
  });

  it('decides the language of notifications and mails', async () => {
    const ada = await platform.signUp();
    await choose(ada, 'language', 'fr');
    await transfer(ada, '1234.50');
    await deliverAll();
    expect((await listOf(ada))[0]!.title).toMatch(/^Vous avez reçu 1\s234,50\s₦$/);
    expect(mailsTo(ada.email).at(-1)).toMatch(/^Vous avez reçu/);
  });

  it.each(['email_money', 'email_notifications'])(
    '%s off: notifies without mail; what is essential is still mailed',
    async (key) => {
      const ada = await platform.signUp();
      await choose(ada, key, false);
      await transfer(ada);
      await happened('account.password-changed', ada.id, { userId: ada.id });
      await deliverAll();
      expect((await listOf(ada)).map(({ type }) => type).sort()).toEqual([
        'security.password-changed',
        'transfer.received',
      ]);
      expect(mailsTo(ada.email)).toEqual(['Your verification code', 'Your password was changed']);
    },
  );

  it('an unverified address gets nothing about money', async () => {
    const ada = await platform.signUp();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [ada.id]);
    await transfer(ada);
    await deliverAll();
    expect(await countOf(ada)).toBe(1);
    expect(mailsTo(ada.email)).toEqual(['Your verification code']);
  });
});

describe('Notices to people', () => {
  let merchant: TestMerchant;
  beforeAll(async () => (merchant = await platform.merchant({ business_name: 'Adé Stores' })));
  const typesOf = async (user: { token: string }) =>
    (await listOf(user)).map(({ type, title }) => `${type}: ${title}`);

  it('report a payment to the business, and to the buyer whose address is known', async () => {
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const email = `buyer-${randomUUID()}@example.com`;
    const session = await shop.open({ customer_email: email, order_ref: 'A-77' });
    expect((await shop.pay(session, CARDS.approved)).status).toBe(200);
    await shop.pay(await shop.open(), CARDS.approved);
    await deliverAll();
    expect(await typesOf(merchant)).toEqual([
      'payment.received: Payment of ₦2,500.50 received',
      'payment.received: Payment of ₦2,500.50 received',
    ]);
    expect((await listOf(merchant))[1]!.body).toBe('A customer paid ₦2,500.50 for order A-77.');
    expect(mailsTo(merchant.email)).toContain('Payment of ₦2,500.50 received');
    const receipt = await mails.to(email);
    expect(receipt.headers.get('subject')).toBe('Receipt: ₦2,500.50 to Adé Stores');
    for (const line of ['Amount: ₦2,500.50', 'Order: A-77', `Reference: ${session.session_id}`])
      expect(receipt.text).toContain(line);
    expect(receipt.text).not.toContain('Charged');
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('report a payment from a wallet to the payer', async () => {
    const ada = await platform.signUp();
    const { session_id: sessionId } = await new Shop(platform, 'checkout', merchant.live.secret_key).open();
    await happened('checkout.session-completed', merchant.id, {
      sessionId,
      orderRef: null,
      escrow: false,
      customerEmail: null,
      paidAt: '2026-11-21T08:00:00.000Z',
      amount: { minor: '250050', currency: 'NGN' },
      charged: { minor: '167', currency: 'USD' },
      payer: { ownerId: ada.id },
      gateway: 'wallet',
    });
    await deliverAll();
    const [item] = await listOf(ada);
    expect(item).toMatchObject({
      type: 'payment.sent',
      body: '$1.67 was paid from your wallet to Adé Stores.',
    });
  });

  it('report an escrow to its initiator, and to its beneficiary unless a checkout reports it', async () => {
    const [ada, bola] = [await platform.signUp(), await platform.signUp()];
    const escrow = {
      uuid: newId(),
      amount: { minor: '100000', currency: 'NGN' },
      fee: { minor: '1500', currency: 'NGN' },
      initiatorId: ada.id,
      initiator: ada.usertag,
      beneficiaryId: bola.id,
      beneficiary: bola.usertag,
    };
    await happened('escrow.funded', bola.id, { ...escrow, checkoutSessionId: null });
    await happened('escrow.funded', bola.id, { ...escrow, checkoutSessionId: 'cs_live_1' });
    await deliverAll();
    expect(await typesOf(ada)).toEqual(Array<string>(2).fill('escrow.locked: ₦1,000.00 locked in escrow'));
    expect(await typesOf(bola)).toEqual(['escrow.funded: ₦1,000.00 held in escrow for you']);
  });

  it('report no test payment', async () => {
    const before = await countOf(merchant);
    const shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const email = `buyer-${randomUUID()}@example.com`;
    await shop.pay(await shop.open({ customer_email: email }), CARDS.approved);
    await deliverAll();
    expect([await countOf(merchant), mailsTo(email)]).toEqual([before, []]);
  });

  it('report money that went back to a buyer to both sides', async () => {
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const email = `buyer-${randomUUID()}@example.com`;
    const { session_id: sessionId } = await shop.open({ customer_email: email });
    await happened('checkout.unapplied-payment-refunded', merchant.id, {
      sessionId,
      gateway: 'card',
      gatewayTransactionId: 'x',
      refundId: 'r',
      amount: { minor: '250050', currency: 'NGN' },
    });
    await deliverAll();
    expect((await typesOf(merchant))[0]).toBe('payment.refunded: ₦2,500.50 was refunded to a buyer');
    expect((await mails.to(email)).text).toContain('Your payment to Adé Stores could not be accepted');
  });

  it('report deposits, made and declined', async () => {
    const ada = await platform.signUp();
    const depositor = new Depositor(platform, ada.id, { token: ada.token });
    await depositor.charge(CARDS.approved);
    await depositor.charge(CARDS.declined);
    await deliverAll();
    expect((await typesOf(ada)).sort()).toEqual([
      'deposit.confirmed: ₦50.00 added to your wallet',
      'deposit.failed: Your deposit did not go through',
    ]);
    expect(mailsTo(ada.email)).toEqual(['Your verification code', '₦50.00 added to your wallet']);
  });

  it('report a transaction that staff reversed to both sides', async () => {
    const ada = await platform.signUp();
    const { transaction_id } = await transfer(ada, '20.00');
    const finance = await platform.staff('finance');
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id, reason: 'Sent by mistake' },
      { token: finance.token },
    );
    expect(reversed.status).toBe(200);
    await deliverAll();
    for (const user of [ada, sender]) {
      const [{ type, data }] = (await listOf(user)) as [Item];
      expect(type).toBe('transaction.reversed');
      expect(data).toMatchObject({ amount: 20, currency: 'NGN', reversed_transaction_id: transaction_id });
    }
  });

  it('report a locked PIN, once for each lock', async () => {
    const ada = await platform.signUp();
    const tries = Array.from({ length: 12 }, (_, i) =>
      platform.post(
        i % 2 ? 'app' : 'business',
        'wallet.php?action=transfer',
        { recipient: sender.usertag, amount: '1.00', pin: '9999' },
        { token: ada.token },
      ),
    );
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array<number>(12).fill(403));
    await deliverAll();
    expect(await typesOf(ada)).toEqual(['security.pin-locked: Your PIN is locked']);
    expect(mailsTo(ada.email)).toContain('Your PIN is locked');
  });

  it('report a sign-in on a new device, and no other', async () => {
    const ada = await platform.signUp();
    const signIn = (agent?: string) =>
      platform.post(
        'app',
        'auth.php?action=login',
        { email: ada.email, password: ada.password },
        { headers: agent ? { 'user-agent': agent } : {} },
      );
    await signIn();
    await signIn('Strange Phone/1.0');
    await signIn('Strange Phone/1.0');
    await deliverAll();
    expect(await typesOf(ada)).toEqual(['security.new-sign-in: New sign-in to your account']);
    expect((await listOf(ada))[0]!.body).toContain('Strange Phone/1.0');
    // What a stranger's program calls itself is not passed on by mail.
    expect((await mails.to(ada.email, 'New sign-in')).text).not.toContain('Strange');
  });

  it.each([
    ['failing', 'A webhook endpoint keeps failing'],
    ['disabled', 'A webhook endpoint was disabled'],
  ])('report an endpoint that is %s, in test mode as well', async (state, title) => {
    const bola = await platform.signUp();
    await happened(
      `webhook-endpoint.${state}`,
      bola.id,
      {
        endpointId: newId(),
        appId: newId(),
        url: 'https://shop.example/hooks',
        failingSince: '2026-11-20T08:00:00.000Z',
      },
      { mode: 'test' },
    );
    await deliverAll();
    const [item] = await listOf(bola);
    expect(item).toMatchObject({ type: `webhook.${state}`, title });
    expect(item!.body).toContain('https://shop.example/hooks');
    expect(item!.body).toContain('Nov 20, 2026, 8:00 AM UTC');
    expect(mailsTo(bola.email)).toContain(title);
  });

  it('report a wallet on hold', async () => {
    const ada = await platform.signUp();
    const accounts = await platform.sql<{ id: string }>(
      'SELECT id FROM ledger.accounts WHERE owner_id = $1',
      [ada.id],
    );
    await happened('ledger.fault-found', ada.id, { faultId: newId(), frozen: accounts.map(({ id }) => id) });
    await deliverAll();
    expect(await typesOf(ada)).toEqual(['wallet.frozen: Your wallet is on hold']);
    expect(mailsTo(ada.email)).toContain('Your wallet is on hold');
  });
});

const received = (to: TestUser) => ({
  transactionId: newId(),
  sender: { usertag: 'somebody' },
  recipient: { ownerId: to.id },
  note: null,
  sent: { minor: '100', currency: 'NGN' },
  received: { minor: '100', currency: 'NGN' },
});
