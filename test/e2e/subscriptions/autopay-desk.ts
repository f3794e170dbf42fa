import type { HttpAnswer } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';

export interface Billed {
  invoice_id: string;
  status: string;
  checkout_session_id: string | null;
  checkout_url: string | null;
  due_at: string;
  attempt_count: number;
  next_retry_at: string | null;
  last_error: string | null;
  voided_at: string | null;
}

/** A live subscription with `wallet_auto`. */
export interface Autopaid {
  subscription_id: string;
  email: string;
}

/** A merchant whose subscriptions are charged to wallets, and the payers who authorise that. */
export class AutopayDesk {
  readonly shop: Shop;
  private customers = 0;

  constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
  ) {
    this.shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  }

  post(action: string, body: object): Promise<HttpAnswer> {
    const { secret_key: key } = this.merchant.live;
    return this.platform.post('checkout', `subscriptions.php?action=${action}`, body, { key });
  }

  async plan(fields: object = {}): Promise<string> {
    const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly', ...fields };
    const { status, body, text } = await this.post('create-plan', terms);
    if (status !== 200) throw new Error(`create-plan: ${text}`);
    return (body as { plan: { plan_id: string } }).plan.plan_id;
  }

  /** A subscription whose first invoice is open. */
  async subscribed(planId: string): Promise<Autopaid> {
    const email = `payer${++this.customers}@example.com`;
    const request = { plan_id: planId, customer: { email }, billing_mode: 'wallet_auto' };
    const { status, body, text } = await this.post('subscribe', request);
    if (status !== 200 || body.authorization_required !== true) throw new Error(`subscribe: ${text}`);
    return { subscription_id: (body as { subscription: Autopaid }).subscription.subscription_id, email };
  }

  /** A subscription that the payer has authorised by paying its first invoice. */
  async authorized(payer: TestUser, planId: string, currency?: string): Promise<Autopaid> {
    const made = await this.subscribed(planId);
    const [first] = await this.invoices(made);
    const paid = await this.payByWallet(payer, first!.checkout_session_id!, currency);
    if (paid.status !== 200) throw new Error(`pay-wallet: ${paid.text}`);
    return made;
  }

  async payByWallet(payer: TestUser, session_id: string, currency?: string): Promise<HttpAnswer> {
    const token = await this.signIn(payer);
    const body = { session_id, pin: payer.pin, ...(currency && { currency }) };
    return this.platform.post('checkout', 'sessions.php?action=pay-wallet', body, { token });
  }

  /** Sessions of people do not last from one cycle to the next. */
  async signIn({ email, password }: TestUser): Promise<string> {
    const { body } = await this.platform.post('business', 'auth.php?action=login', { email, password });
    return (body as { access_token: string }).access_token;
  }

  async stopAutopay(payer: TestUser, { subscription_id }: { subscription_id: string }): Promise<HttpAnswer> {
    const token = await this.signIn(payer);
    return this.platform.post('app', 'subscriptions.php?action=stop-autopay', { subscription_id }, { token });
  }

  async one({ subscription_id }: Autopaid): Promise<Record<string, unknown>> {
    return (await this.read('retrieve', subscription_id)).subscription as Record<string, unknown>;
  }

  /** The last cycle first. */
  async invoices({ subscription_id }: Autopaid): Promise<Billed[]> {
    return (await this.read('list-invoices', subscription_id)).data as Billed[];
  }

  /** Time passes, and everything that is due is done. */
  async pass(duration: { days?: number; hours?: number; seconds?: number }): Promise<void> {
    this.platform.clock.advance(duration);
    await this.platform.runJobs();
  }

  /** Journals of type `subscription` per invoice. */
  async booked({ subscription_id }: Autopaid): Promise<{ invoice: string; count: number }[]> {
    return this.platform.sql(
      `SELECT i.invoice_id AS invoice, count(j.id)::int AS count FROM subscription_invoices i
         LEFT JOIN ledger.journals j ON j.related_type = 'subscription_invoice' AND j.related_id = i.invoice_id
        WHERE i.subscription_id = $1 GROUP BY i.id ORDER BY i.cycle`,
      [subscription_id],
    );
  }

  private async read(action: string, id: string): Promise<Record<string, unknown>> {
    const { secret_key: key } = this.merchant.live;
    const path = `subscriptions.php?action=${action}&subscription_id=${id}`;
    return (await this.platform.get('checkout', path, { key })).body as Record<string, unknown>;
  }
}
