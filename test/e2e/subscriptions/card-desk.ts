import { BillSubscriptions, ChargeCards } from '@app/subscriptions';
import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys } from '../../support/people';
import type { Platform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { card, Shop } from '../checkout-api/cards';
import type { Billed } from './autopay-desk';

export interface CardPaid {
  subscription_id: string;
  email: string;
}

/** A merchant whose subscriptions are charged to saved cards. */
export class CardDesk {
  readonly shop: Shop;
  private made: CardPaid[] = [];
  private customers = 0;

  constructor(
    readonly platform: Platform,
    readonly keys: TestKeys,
    readonly host: 'checkout' | 'sandbox' = 'checkout',
  ) {
    this.shop = new Shop(platform, host, keys.secret_key);
  }

  post(action: string, body: object): Promise<HttpAnswer> {
    const path = action.includes('.php') ? action : `subscriptions.php?action=${action}`;
    return this.platform.post(this.host, path, body, { key: this.keys.secret_key });
  }

  async must(action: string, body: object): Promise<Record<string, unknown>> {
    const { status, body: answer, text } = await this.post(action, body);
    if (status !== 200) throw new Error(`${action}: ${status} ${text}`);
    return answer as Record<string, unknown>;
  }

  async plan(fields: object = {}): Promise<string> {
    const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly', ...fields };
    return ((await this.must('create-plan', terms)) as { plan: { plan_id: string } }).plan.plan_id;
  }

  /** A subscription whose first invoice is open. */
  async subscribed(planId: string, tag = ''): Promise<CardPaid> {
    const email = `holder${++this.customers}${tag}@example.com`;
    const consent = { accepted: true };
    const request = { plan_id: planId, customer: { email }, billing_mode: 'card_token', consent };
    const { subscription } = (await this.must('subscribe', request)) as { subscription: CardPaid };
    const made = { subscription_id: subscription.subscription_id, email };
    this.made.push(made);
    return made;
  }

  /** A subscription whose first invoice was paid by a card on the page. */
  async attached(
    planId: string,
    tag = '',
    expiry: { month: string; year: string } | null = null,
  ): Promise<CardPaid> {
    const made = await this.subscribed(planId, tag);
    const [first] = await this.invoices(made);
    const paid = await this.payOnPage(first!, expiry);
    if (paid.status !== 200) throw new Error(`pay-card: ${paid.text}`);
    return made;
  }

  payOnPage(
    { checkout_session_id: session_id, checkout_url }: Billed,
    expiry: { month: string; year: string } | null = null,
    number: string = CARDS.approved,
  ): Promise<HttpAnswer> {
    const fields = expiry && { expiry_month: expiry.month, expiry_year: expiry.year };
    const body = { session_id, card: card(number, { ...fields }) };
    return this.shop.call('pay-card', body, {
      sessionToken: new URL(checkout_url!).pathname.split('/').at(-1),
    });
  }

  async one({ subscription_id }: CardPaid): Promise<Record<string, unknown>> {
    return (await this.read('retrieve', subscription_id)).subscription as Record<string, unknown>;
  }

  /** The last cycle first. */
  async invoices({ subscription_id }: CardPaid): Promise<Billed[]> {
    return (await this.read('list-invoices', subscription_id)).data as Billed[];
  }

  async latest(made: CardPaid): Promise<Billed> {
    return (await this.invoices(made))[0]!;
  }

  /** Ends all subscriptions, so that nothing of them is charged in the next test. */
  async close(): Promise<void> {
    for (const { subscription_id } of this.made) await this.must('cancel', { subscription_id });
    this.made = [];
    await this.companyWorks();
  }

  /** Ends the failures of the payment company. */
  async companyWorks(): Promise<void> {
    await this.platform.sql('DELETE FROM simulator.faults');
  }

  /** Time passes, and what is due of subscriptions is done. */
  async pass(duration: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void> {
    this.platform.clock.advance(duration);
    await this.bill();
    await this.send();
  }

  /** Bills what is due, and leaves charges unsent. */
  bill(): Promise<number> {
    return this.platform.inside('scheduler', BillSubscriptions).run();
  }

  /** Sends charges and asks about them. */
  send(): Promise<number> {
    return this.platform.inside('scheduler', ChargeCards).run();
  }

  /** A failure of the payment company's answer to the next charges. */
  async company(kind: string, operation = 'charge', times = 1): Promise<void> {
    const mode = this.host === 'checkout' ? 'live' : 'test';
    await this.platform.sql(
      'INSERT INTO simulator.faults (mode, operation, kind, ms, remaining) VALUES ($1, $2, $3, 0, $4)',
      [mode, operation, kind, times],
    );
  }

  /** Charges of the subscription's saved card, the first first. */
  charges({ subscription_id }: CardPaid): Promise<CardChargeRow[]> {
    return this.platform.sql<CardChargeRow>(
      `SELECT c.id, c.reference, c.status, c.is_applied, c.failure, c.attempt,
              (SELECT count(*)::int FROM simulator.charges s WHERE s.tx_ref = c.reference AND s.status = 'successful') AS taken,
              (SELECT count(*)::int FROM simulator.charges s WHERE s.tx_ref = c.reference) AS sent
         FROM card_charges c JOIN subscriptions s ON s.id = c.subscription_key
        WHERE s.subscription_id = $1 ORDER BY c.started_at, c.id`,
      [subscription_id],
    );
  }

  /** Journals of type `subscription` per invoice, the first cycle first. */
  async booked({ subscription_id }: CardPaid): Promise<number[]> {
    const rows = await this.platform.sql<{ count: number }>(
      `SELECT count(j.id)::int AS count FROM subscription_invoices i
         LEFT JOIN ledger.journals j ON j.related_type = 'subscription_invoice' AND j.related_id = i.invoice_id
        WHERE i.subscription_id = $1 GROUP BY i.id ORDER BY i.cycle`,
      [subscription_id],
    );
    return rows.map(({ count }) => count);
  }

  private async read(action: string, id: string): Promise<Record<string, unknown>> {
    const path = `subscriptions.php?action=${action}&subscription_id=${id}`;
    return (await this.platform.get(this.host, path, { key: this.keys.secret_key })).body as Record<
      string,
      unknown
    >;
  }
}

export interface CardChargeRow {
  id: string;
  reference: string;
  status: string;
  is_applied: boolean;
  failure: string | null;
  attempt: number;
  /** Charges under the reference that the payment company made. */
  taken: number;
  /** Requests for the reference that it has kept. */
  sent: number;
}
