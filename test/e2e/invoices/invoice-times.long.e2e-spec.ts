import { outcomeOf } from '../../support/http-client';
import type { TestKeys } from '../../support/people';
import type { Receiver } from '../../support/receiver';
import { advanceTestClock } from '../../support/test-clock';
import { Billing } from './billing';

const DAY_MS = 86_400_000;
const LINKS = 'features.php?section=payment-links&action=';

describe('invoices and payment links of a test clock', () => {
  let billing: Billing;
  let receiver: Receiver;
  const apps: TestKeys[] = [];

  beforeAll(async () => {
    billing = await Billing.open();
    receiver = await billing.platform.receiver();
    for (let i = 0; i < 7; i++) apps.push(await billing.platform.people.createApp(billing.merchant, 'test'));
  });
  afterAll(() => billing?.platform.proveAndStop());

  /** The business with a test app of its own. */
  const space = () => billing.inTestMode().of({ ...billing.merchant, test: apps.pop()! });

  const advance = (of: Billing, body: object) => advanceTestClock(of.platform, of.key.key, body);
  const dayOf = (time: string, days: number) =>
    new Date(Date.parse(time) + days * DAY_MS).toISOString().slice(0, 10);

  it('are overdue and reminded of by the clock of their app, with the events in its time', async () => {
    const [moved, other] = [space(), space()];
    const hook = { url: receiver.url, events: ['invoice.overdue'] };
    expect((await moved.post('webhooks.php?action=create', hook)).status).toBe(200);
    const { now } = await advance(moved, { days: 400, freeze: true });
    const due_date = dayOf(now, 5);
    const invoice = await moved.sent({ due_date, reminders: true, allow_partial: true });
    await moved.card(await moved.begin(invoice.payment_url, { amount: '40' }));
    const elsewhere = await other.sent({ due_date: dayOf(billing.platform.clock.now().toISOString(), 5) });
    const live = await billing.sent({ due_date: dayOf(billing.platform.clock.now().toISOString(), 5) });
    expect(invoice).toMatchObject({ status: 'sent', sent_at: now, created_at: now });
    // Each year of the clock that numbers follow has a series of its own.
    expect([invoice, elsewhere].map(({ invoice_number: number }) => number)).toEqual([
      `INV-${now.slice(0, 4)}-000001`,
      `INV-${billing.platform.clock.now().getUTCFullYear()}-000001`,
    ]);

    const { timeline } = await advance(moved, { days: 30, freeze: true });
    const at = (days: number, hour: string) => `${dayOf(now, 5 + days)}T${hour}:00:00.000Z`;
    expect(timeline).toEqual([
      { at: at(-3, '08'), kind: 'invoice_reminder', count: 1 },
      { at: at(1, '00'), kind: 'invoice_overdue', count: 1 },
      { at: at(1, '08'), kind: 'invoice_reminder', count: 1 },
      { at: at(7, '08'), kind: 'invoice_reminder', count: 1 },
      { at: at(14, '08'), kind: 'invoice_reminder', count: 1 },
    ]);
    expect((await moved.detail(invoice.id)).status).toBe('overdue');
    const statuses = [(await other.detail(elsewhere.id)).status, (await billing.detail(live.id)).status];
    expect(statuses).toEqual(['sent', 'sent']);
    const overdue = receiver.received.filter(({ event }) => event === 'invoice.overdue');
    expect(overdue.map(({ timestamp, data }) => [timestamp, data])).toEqual([
      [
        Date.parse(at(1, '00')) / 1000,
        {
          invoice_number: invoice.invoice_number,
          client_email: 'ada.client@example.com',
          amount: 100,
          amount_due: 60,
          currency_code: 'NGN',
          due_date,
          is_test: true,
        },
      ],
    ]);
  });

  it('are not worked on by the timetable once their clock was moved', async () => {
    const moved = space();
    const { now } = await advance(moved, { hours: 0, freeze: true });
    const invoice = await moved.sent({ due_date: dayOf(now, 1), reminders: true });
    billing.platform.clock.advance({ days: 3 });
    await billing.platform.runJobs();
    expect(await moved.detail(invoice.id)).toMatchObject({ status: 'sent', mails: [] });
  });

  it('are paid in sessions that follow the clock', async () => {
    const moved = space();
    const { now } = await advance(moved, { days: 40, freeze: true });
    const invoice = await moved.sent();
    const late = await moved.begin(invoice.payment_url);
    expect((await advance(moved, { days: 2, freeze: true })).timeline).toEqual([
      { at: new Date(Date.parse(now) + DAY_MS).toISOString(), kind: 'session_expired', count: 1 },
    ]);
    expect((await moved.card(late)).status).toBe(410);
    expect((await moved.card(await moved.begin(invoice.payment_url))).status).toBe(200);
    const paidAt = new Date(Date.parse(now) + 2 * DAY_MS).toISOString();
    expect(await moved.detail(invoice.id)).toMatchObject({ status: 'paid', paid_at: paidAt });
  });

  it('belong to the app that made them', async () => {
    const [one, other] = [space(), space()];
    const invoice = await one.sent();
    const link = one.done(await one.post(`${LINKS}create`, { title: 'A book' }));
    const theirs = [
      `invoices.php?action=detail&id=${invoice.id}`,
      `invoices.php?action=detail&id=${invoice.invoice_number}`,
      `${LINKS}detail&id=${link.id}`,
    ];
    for (const path of theirs) {
      expect([outcomeOf(await one.get(path)), outcomeOf(await other.get(path))]).toEqual([
        '200 OK',
        '404 NOT_FOUND',
      ]);
    }
    const changes = [
      other.action('void', { id: invoice.id }),
      other.action('send', { id: invoice.invoice_number }),
      other.post(`${LINKS}update`, { id: link.id, active: false }),
    ];
    expect((await Promise.all(changes)).map(outcomeOf)).toEqual(Array(3).fill('404 NOT_FOUND'));
    const listed = await Promise.all(
      [one, other].map(async (of) => [
        (await of.get('invoices.php?action=list')).body.data.data.length,
        (await of.get(`${LINKS}list`)).body.data.data.length,
      ]),
    );
    expect(listed).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('expire with their clock, and end when it is reset', async () => {
    const moved = space();
    const { now } = await advance(moved, { days: 400, freeze: true });
    const expiresIn = (days: number) => ({ expires_at: new Date(Date.parse(now) + days * DAY_MS) });
    const made = async (fields: object) =>
      moved.done(await moved.post(`${LINKS}create`, { title: 'A book', amount: 5, ...fields }));
    const refused = await moved.post(`${LINKS}create`, { title: 'A book', ...expiresIn(-1) });
    expect(outcomeOf(refused)).toBe('400 VALIDATION_ERROR');
    const few = { max_uses: 2 };
    const [soon, later, always] = [await made(expiresIn(1)), await made(expiresIn(9)), await made(few)];
    const invoice = await moved.sent({ due_date: dayOf(now, 5) });
    await advance(moved, { days: 2, freeze: true });
    const statuses = () =>
      Promise.all([soon, later, always].map(async ({ url }) => (await fetch(url as string)).status));
    expect(await statuses()).toEqual([410, 200, 200]);
    await moved.begin(always.url as string);
    expect((await moved.post('test-clock.php?action=reset', {})).status).toBe(200);
    expect(await statuses()).toEqual([410, 410, 200]);
    expect((await moved.detail(invoice.id)).status).toBe('void');
    // The running verification compares places with sessions.
    const { body } = await moved.get(`${LINKS}detail&id=${always.id as string}`);
    expect(body.places_left).toBe(2);
  });
});
