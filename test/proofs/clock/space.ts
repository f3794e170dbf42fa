import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys, TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { advanceTestClock, type ClockState, testClock } from '../../support/test-clock';
import type { SpaceEvent, SpaceReceiver } from './space-receiver';

/** Customers whose wallets are charged, with the tag of their address that decides how charges end. */
const TAGS = { cy: '', dan: '+declined2', eve: '+declined' } as const;
export type Customer = 'ada' | 'ben' | keyof typeof TAGS;

/** A test app with its clock, its endpoint and the subscribers of one merchant. */
export class Space {
  /** When customers paid, in business time, by what the payment answered. */
  readonly paidAt: string[] = [];
  /** Payments by session. */
  private readonly payments = new Map<string, Promise<void>>();

  constructor(
    private readonly platform: Platform,
    readonly app: TestKeys,
    private readonly place: number,
  ) {}

  static async open(platform: Platform, merchant: TestMerchant, receiver: SpaceReceiver, place: number) {
    const space = new Space(platform, await platform.people.createApp(merchant, 'test'), place);
    const hook = { url: receiver.addressOf(space.app.app_id), events: ['*'] };
    await space.post('webhooks.php?action=create', hook);
    receiver.on(space.app.app_id, (event) => space.payWhatIsDue(event));
    return space;
  }

  /** Throws unless the answer is 200. */
  async post(path: string, body: object = {}): Promise<HttpAnswer['body']> {
    const answer = await this.try(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  try(path: string, body: object = {}): Promise<HttpAnswer> {
    return this.platform.post('sandbox', path, body, { key: this.app.secret_key });
  }

  clock(): Promise<ClockState> {
    return testClock(this.platform, this.app.secret_key);
  }

  advance(to: object): Promise<ClockState> {
    return advanceTestClock(this.platform, this.app.secret_key, { ...to, freeze: true });
  }

  async plan(terms: object): Promise<string> {
    const fields = { name: 'Gold', amount: 5000, currency: 'NGN', ...terms };
    return (await this.post('subscriptions.php?action=create-plan', fields)).plan.plan_id as string;
  }

  /**
   * Subscribes Ada, who pays each invoice when its event arrives, Ben, who pays none, or people whose wallets are charged:
   * Cy's at once, Dan's at the third attempt, Eve's never.
   */
  async subscribe(who: Customer, plan_id: string): Promise<void> {
    const customer = { email: this.emailOf(who), name: who };
    const billing_mode = who in TAGS ? 'wallet_auto' : 'invoice';
    await this.post('subscriptions.php?action=subscribe', { plan_id, customer, billing_mode });
  }

  /** The story of which each space gets the same events. */
  async story(
    from: Date,
    days: number,
    customers: readonly Customer[] = ['ada', 'ben'],
  ): Promise<ClockState> {
    await this.begin(from, customers);
    return this.advance({ days });
  }

  /** Its beginning: subscriptions and an invoice at a time that stands still. */
  async begin(from: Date, customers: readonly Customer[]): Promise<void> {
    await this.advance({ to: from.toISOString() });
    const plan = await this.plan({ interval: 'monthly' });
    for (const who of customers) await this.subscribe(who, plan);
    const due_date = new Date(from.getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
    const items = [{ description: 'Chairs', quantity: 4, unit_price: 25 }];
    const client = { client_name: 'Cleo', client_email: 'cleo@example.com', currency_code: 'NGN' };
    const { id } = await this.post('invoices.php?action=create', { ...client, items, due_date });
    await this.post('invoices.php?action=send', { id });
  }

  /**
   * The events of the app: those of each object in their order, with ids made the same in every space. Between objects
   * no order is promised.
   */
  async log(): Promise<string[]> {
    const rows = await this.platform.sql<{ object_id: string; body: string }>(
      'SELECT object_id, body FROM app_events WHERE app_id = $1 ORDER BY object_id, object_sequence',
      [this.app.app_id],
    );
    const objects = new Map<string, string[]>();
    for (const { object_id, body } of rows)
      objects.set(object_id, [...(objects.get(object_id) ?? []), anonymous(body)]);
    return [...objects.values()].map((events) => events.join('\n')).sort();
  }

  /** Billing dates of a subscriber, and how often each was billed. */
  async billed(who: Customer): Promise<string[]> {
    const rows = await this.platform.sql<{ due_at: Date }>(
      `SELECT i.due_at FROM subscription_invoices i JOIN subscriptions s ON s.id = i.subscription_key
        WHERE s.app_id = $1 AND s.customer_email = $2 ORDER BY i.due_at`,
      [this.app.app_id, this.emailOf(who)],
    );
    return rows.map(({ due_at }) => due_at.toISOString());
  }

  private emailOf(who: Customer): string {
    return `${who}${this.place}${who in TAGS ? TAGS[who as keyof typeof TAGS] : ''}@example.com`;
  }

  /**
   * A webhook that is sent again after a crash is answered when the first payment has ended, because the clock moves on
   * after the answer.
   */
  private async payWhatIsDue({ event, data, timestamp }: SpaceEvent): Promise<void> {
    const session = data.checkout_session_id as string | null;
    const email = String(data.customer_email);
    if (event !== 'subscription_invoice.created' || session === null || email.startsWith('ben')) return;
    const byWallet = !email.startsWith('ada');
    if (!this.payments.has(session)) this.payments.set(session, this.pay(session, byWallet, timestamp));
    await this.payments.get(session);
  }

  private async pay(session_id: string, byWallet: boolean, timestamp: number): Promise<void> {
    if (byWallet) await this.post('sessions.php?action=pay-wallet', { session_id, pin: '1234' });
    else await this.post('sessions.php?action=pay-card', { session_id, card: cardOf(CARDS.approved) });
    const { body } = await this.platform.get('sandbox', `sessions.php?session_id=${session_id}`, {
      key: this.app.secret_key,
    });
    this.paidAt.push(body.paid_at as string);
    if (Math.floor(Date.parse(body.paid_at as string) / 1000) !== timestamp)
      throw new Error(`an event of ${timestamp} was paid at ${body.paid_at}`);
  }
}

/** A body without what differs between spaces: ids, numbers of invoices and the places in addresses. */
function anonymous(body: string): string {
  return body
    .replace(/[A-Za-z0-9_-]{16,}/g, '<id>')
    .replace(/INV-(\d{4})-\d+/g, 'INV-$1')
    .replace(/(ada|ben|cy|dan|eve)\d+(\+\w+)?@/g, '$1$2@')
    .replace(/127\.0\.0\.1:\d+/g, '<host>');
}
