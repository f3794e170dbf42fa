import { SpaceSourcesService } from '@app/test-clock';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import type { TestKeys, TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock, type ClockState } from '../../support/test-clock';
import { Escrows } from '../escrow/escrows';
import { CardDesk } from '../subscriptions/card-desk';

const PAGE = readFileSync(path.resolve(__dirname, '../../../docs/guides/test-clock.md'), 'utf8');
const KINDS = [.../Kinds, in the order [^:]+: (.*)\.$/m.exec(PAGE)![1]!.matchAll(/`(\w+)`/g)].map(
  ([, kind]) => kind,
);
const DAY_MS = 86_400_000;
const LINKS = 'features.php?section=payment-links&action=';

describe('work under a test clock', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  /** Made while the merchant is signed in: the tests move the clock. */
  const apps: TestKeys[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    for (let i = 0; i < 8; i++) apps.push(await platform.people.createApp(merchant, 'test'));
  });
  afterAll(() => platform?.proveAndStop());

  /** A test app with an endpoint of its own that answers `status`. */
  async function space(status = 500) {
    const desk = new CardDesk(platform, apps.pop()!, 'sandbox');
    const receiver = await platform.receiver();
    receiver.status = status;
    await desk.must('webhooks.php?action=create', { url: receiver.url, events: ['payment.success'] });
    return { desk, receiver };
  }

  const advance = (desk: CardDesk, to: object): Promise<ClockState> =>
    advanceTestClock(platform, desk.keys.secret_key, to);

  const inDays = (days: number) => new Date(platform.clock.now().getTime() + days * DAY_MS);

  /** A payment whose webhook was refused once. */
  async function refusedOnce(desk: CardDesk): Promise<string> {
    const session = await desk.shop.open();
    expect((await desk.shop.pay(session, CARDS.approved)).status).toBe(200);
    const isRefused = async () =>
      (await waiting(desk)).some(
        ({ object_id, attempts }) => object_id === session.session_id && attempts === 1,
      );
    await eventually(isRefused);
    return session.session_id;
  }

  const waiting = ({ keys }: CardDesk) =>
    platform.sql<{ object_id: string; attempts: number; due_at: Date | number; retry_at: Date | null }>(
      `SELECT object_id, attempts, due_at, retry_at FROM webhook_deliveries WHERE app_id = $1 AND status = 'pending'`,
      [keys.app_id],
    );

  async function invoiceDueIn(desk: CardDesk, days: number) {
    const invoice = await desk.must('invoices.php?action=create', {
      client_name: 'Cleo',
      client_email: 'cleo@example.com',
      currency_code: 'NGN',
      due_date: inDays(days).toISOString().slice(0, 10),
      reminders: true,
      items: [{ description: 'Chairs', quantity: 4, unit_price: 25 }],
    });
    return desk.must('invoices.php?action=send', { id: invoice.id });
  }

  async function rotated({ keys }: CardDesk): Promise<string> {
    const answer = await platform.post(
      'business',
      'business.php?section=apps&action=rotate-secret',
      { app_id: keys.app_id, pin: merchant.pin, grace_hours: 24 },
      { token: merchant.token },
    );
    expect(answer.status).toBe(200);
    return (answer.body as unknown as TestKeys).secret_key;
  }

  const isAccepted = async (key: string) =>
    (await platform.get('sandbox', 'test-clock.php?action=now', { key })).status === 200;

  it('is done in a fixed order where it falls due at the same time', () => {
    const kinds = platform.inside('scheduler', SpaceSourcesService).inOrder.map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...['session_expired', 'invoice_expired', 'subscription_billed', 'card_charged'],
      ...['invoice_overdue', 'invoice_reminder', 'escrow_deadline', 'webhook_retry', 'refund_completed'],
    ]);
  });

  it('includes everything that was made before the clock first moved', async () => {
    const { desk, receiver } = await space();
    await desk.attached(await desk.plan({ interval: 'monthly' }));
    const customer = { email: 'late@example.com' };
    const { subscription } = (await desk.must('subscribe', {
      plan_id: await desk.plan({ trial_days: 3 }),
      customer,
    })) as { subscription: { subscription_id: string } };
    await new Escrows(platform).paidByCard(desk.shop, { escrow_deadline_days: 3 });
    const invoice = await invoiceDueIn(desk, 5);
    const link = await desk.must(`${LINKS}create`, { title: 'A book', expires_at: inDays(2) });
    const session = await desk.shop.open();
    const paid = await refusedOnce(desk);
    receiver.status = 200;

    const { timeline } = await advance(desk, { days: 40 });
    expect(new Set(timeline.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(await desk.shop.statusOf(session)).toBe('expired');
    expect(receiver.received.filter(({ data }) => data.session_id === paid)).toHaveLength(2);
    expect(await desk.one({ ...subscription, email: '' })).toMatchObject({ status: 'past_due' });
    const detail = await platform.get('sandbox', `invoices.php?action=detail&id=${invoice.id as string}`, {
      key: desk.keys.secret_key,
    });
    expect((detail.body as { status: string }).status).toBe('overdue');
    expect((await fetch(link.url as string)).status).toBe(410);
  });

  it('includes the grace of a key that was rotated before the clock first moved', async () => {
    const { desk } = await space();
    const fresh = await rotated(desk);
    expect(await isAccepted(desk.keys.secret_key)).toBe(true);
    await advanceTestClock(platform, fresh, { hours: 25 });
    expect(await isAccepted(desk.keys.secret_key)).toBe(false);
    // A reset does not bring it back.
    await platform.post('sandbox', 'test-clock.php?action=reset', {}, { key: fresh });
    expect(await isAccepted(desk.keys.secret_key)).toBe(false);
  });

  it.each(['freeze', 'advance'])('includes a retry that waited when the first %s came', async (action) => {
    const { desk, receiver } = await space();
    await refusedOnce(desk);
    receiver.status = 200;
    await desk.must(
      `test-clock.php?action=${action}`,
      action === 'advance' ? { hours: 0, freeze: true } : {},
    );
    await expectHeld(desk);
    const { timeline } = await advance(desk, { days: 1 });
    expect(timeline).toMatchObject([{ kind: 'webhook_retry', count: 1 }]);
    expect(await waiting(desk)).toEqual([]);
  });

  it.each(['the attempt', 'the clock'])(
    'includes a retry of an attempt that is recorded while the clock first moves, if %s comes first',
    async (first) => {
      const { desk, answer, asked } = await slowSpace();
      const session = await desk.shop.open();
      expect((await desk.shop.pay(session, CARDS.approved)).status).toBe(200);
      await asked;
      const row = 'SELECT 1 FROM webhook_deliveries WHERE app_id = $1 FOR UPDATE';
      const lock = await HeldLock.take(platform.config.env.DATABASE_URL, row, [desk.keys.app_id]);
      const freeze = () => desk.must('test-clock.php?action=freeze', {});
      if (first === 'the attempt') answer();
      const begun = first === 'the clock' ? freeze() : null;
      await lock.awaited(1);
      if (first === 'the clock') answer();
      const frozen = begun ?? freeze();
      await lock.awaited(2);
      await lock.release();
      await frozen;
      await eventually(async () => (await waiting(desk))[0]?.attempts === 1);
      await expectHeld(desk);
    },
  );

  it('keeps the time that was left for what a reset does not end', async () => {
    const { desk, receiver } = await space();
    await advance(desk, { days: 400, freeze: true });
    const { uuid } = await new Escrows(platform).paidByCard(desk.shop, { escrow_deadline_days: 3 });
    const waitsForCode = await desk.shop.open();
    const asked = await desk.shop.pay(waitsForCode, CARDS.otp);
    expect((asked.body as { status: string }).status).toBe('processing');
    await refusedOnce(desk);
    const fresh = await rotated(desk);
    receiver.status = 200;
    const reset = await platform.post('sandbox', 'test-clock.php?action=reset', {}, { key: fresh });
    expect(reset.status).toBe(200);
    expect(await isAccepted(desk.keys.secret_key)).toBe(true);
    await eventually(async () => (await waiting(desk)).length === 0);

    const { timeline, from } = await advanceTestClock(platform, fresh, { days: 4 });
    const days = ({ at }: { at: string }) => (Date.parse(at) - Date.parse(from!)) / DAY_MS;
    expect(timeline.map((entry) => [entry.kind, Math.round(days(entry))])).toEqual([
      ['session_expired', 1],
      ['escrow_deadline', 3],
    ]);
    expect(await isAccepted(desk.keys.secret_key)).toBe(false);
    expect(
      await platform.sql('SELECT overdue_at IS NULL AS open FROM escrows WHERE id = $1', [uuid]),
    ).toEqual([{ open: false }]);
  });

  /** A retry that waits for the clock. */
  async function expectHeld(desk: CardDesk) {
    const [{ due_at, retry_at } = {}] = await waiting(desk);
    expect([due_at, retry_at && retry_at > platform.clock.now()]).toEqual([Infinity, true]);
  }

  /** A test app whose endpoint answers 500 when the test says so. */
  async function slowSpace() {
    const desk = new CardDesk(platform, apps.pop()!, 'sandbox');
    let [arrived, answer] = [() => {}, () => {}];
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    const released = new Promise<void>((resolve) => (answer = resolve));
    const server = createServer((request, response) => {
      request.resume();
      arrived();
      void released.then(() => response.writeHead(500).end(() => server.close()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await desk.must('webhooks.php?action=create', { url, events: ['payment.success'] });
    return { desk, asked, answer: () => answer() };
  }
});
