import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock } from '../../support/test-clock';
import { Escrows } from '../escrow/escrows';
import { CardDesk } from '../subscriptions/card-desk';

const PAGE = readFileSync(path.resolve(__dirname, '../../../docs/guides/test-clock.md'), 'utf8');
/** The kinds of work in the order that the documentation promises. */
const KINDS = [.../Kinds, in the order [^:]+: (.*)\.$/m.exec(PAGE)![1]!.matchAll(/`(\w+)`/g)].map(
  ([, kind]) => kind,
);
const DAY_MS = 86_400_000;

describe('work of one second', () => {
  let platform: Platform;
  let receiver: Receiver;
  let desk: CardDesk;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    receiver = await platform.receiver();
    desk = new CardDesk(platform, (await platform.merchant()).test, 'sandbox');
    await desk.must('webhooks.php?action=create', { url: receiver.url, events: ['payment.success'] });
  });
  afterAll(() => platform?.proveAndStop());

  const advance = (to: number) =>
    advanceTestClock(platform, desk.keys.secret_key, { to: new Date(to).toISOString(), freeze: true });

  it('is done in the documented order of its kinds', async () => {
    const today = platform.clock.now().getTime();
    const midnight = Math.ceil(today / DAY_MS) * DAY_MS + 30 * DAY_MS;

    await advance(midnight - 7 * DAY_MS);
    const plan = await desk.plan({ interval: 'weekly' });
    await desk.attached(plan);

    // Links are open for three days, as are their sessions.
    await advance(midnight - 3 * DAY_MS);
    const customer = { email: 'late@example.com' };
    await desk.must('subscribe', { plan_id: plan, customer });
    await new Escrows(platform).paidByCard(desk.shop, { escrow_deadline_days: 3 });
    const invoice = await desk.must('invoices.php?action=create', {
      client_name: 'Cleo',
      client_email: 'cleo@example.com',
      currency_code: 'NGN',
      due_date: new Date(midnight - DAY_MS).toISOString().slice(0, 10),
      items: [{ description: 'Chairs', quantity: 4, unit_price: 25 }],
    });
    await desk.must('invoices.php?action=send', { id: invoice.id });
    // Reminders are due at 08:00 UTC, when no invoice becomes overdue.
    await platform.sql('UPDATE invoices SET remind_at = $2 WHERE id = $1', [invoice.id, new Date(midnight)]);

    // The first retry of a webhook comes after a minute.
    await advance(midnight - 60_000);
    receiver.status = 500;
    expect((await desk.shop.pay(await desk.shop.open(), CARDS.approved)).status).toBe(200);
    await advance(midnight - 60_000);
    receiver.status = 200;

    const { timeline } = await advance(midnight);
    const at = new Date(midnight).toISOString();
    expect(timeline).toEqual(KINDS.map((kind) => ({ at, kind, count: 1 })));
    expect(KINDS.length).toBe(8);
  });
});
