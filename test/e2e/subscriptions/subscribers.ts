import type { HttpAnswer } from '../../support/http-client';
import type { TestKeys, TestMerchant, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { advanceTestClock, type ClockState } from '../../support/test-clock';
import { Shop } from '../checkout-api/cards';

export interface Invoice {
  invoice_id: string;
  status: string;
  amount: number;
  checkout_session_id: string;
  checkout_url: string | null;
  due_at: string;
  voided_at: string | null;
}

export type SubscriptionBody = Record<string, unknown> & { subscription_id: string; status: string };

export interface Subscribed {
  subscription: SubscriptionBody;
  invoice: Invoice | null;
}

/** A merchant's server that sells subscriptions with one key. */
export class SubscriptionShop {
  readonly shop: Shop;

  constructor(
    readonly platform: Platform,
    readonly keys: TestKeys,
    readonly host: 'sandbox' | 'checkout' = 'checkout',
  ) {
    this.shop = new Shop(platform, host, keys.secret_key);
  }

  /** One with a test app of its own, whose time is frozen, so that its events go to it alone. */
  static async inSpace(platform: Platform, merchant: TestMerchant): Promise<SubscriptionShop> {
    const keys = await platform.people.createApp(merchant, 'test');
    const shop = new SubscriptionShop(platform, keys, 'sandbox');
    await shop.must('test-clock.php?action=freeze', {});
    return shop;
  }

  post(action: string, body: object = {}, options: object = {}): Promise<HttpAnswer> {
    const path = action.includes('.php') ? action : `subscriptions.php?action=${action}`;
    return this.platform.post(this.host, path, body, { key: this.keys.secret_key, ...options });
  }

  read(action: string, query = ''): Promise<HttpAnswer> {
    const key = this.keys.secret_key;
    return this.platform.get(this.host, `subscriptions.php?action=${action}${query}`, { key });
  }

  async plan(fields: object = {}): Promise<string> {
    const terms = { name: 'Gold', amount: 5000, currency: 'NGN', interval: 'monthly' };
    const { plan } = (await this.must('create-plan', { ...terms, ...fields })) as {
      plan: { plan_id: string };
    };
    return plan.plan_id;
  }

  async subscribe(plan_id: string, email: string, fields: object = {}): Promise<Subscribed> {
    const body = { plan_id, customer: { email, name: 'Ada' }, ...fields };
    return (await this.must('subscribe', body)) as unknown as Subscribed;
  }

  async one({ subscription }: Subscribed): Promise<SubscriptionBody> {
    const { body } = await this.read('retrieve', `&subscription_id=${subscription.subscription_id}`);
    return (body as unknown as Subscribed).subscription;
  }

  /** The last cycle first. */
  async invoices({ subscription }: Subscribed): Promise<Invoice[]> {
    const { body } = await this.read('list-invoices', `&subscription_id=${subscription.subscription_id}`);
    return (body as { data: Invoice[] }).data;
  }

  async pay({ checkout_session_id }: Invoice, number: string = CARDS.approved): Promise<HttpAnswer> {
    return this.shop.pay({ session_id: checkout_session_id }, number);
  }

  advance(body: object): Promise<ClockState> {
    return advanceTestClock(this.platform, this.keys.secret_key, { freeze: true, ...body });
  }

  async must(action: string, body: object): Promise<Record<string, unknown>> {
    const { status, body: answer, text } = await this.post(action, body);
    if (status !== 200) throw new Error(`${action}: ${status} ${text}`);
    return answer as Record<string, unknown>;
  }
}

/** The account of a customer on the app host. */
export class Customer {
  constructor(
    readonly platform: Platform,
    readonly user: TestUser,
  ) {}

  /** Begins another session; access tokens are valid for fifteen minutes. */
  async signIn(): Promise<void> {
    const { email, password } = this.user;
    const { body } = await this.platform.post('app', 'auth.php?action=login', { email, password });
    this.user.token = body.access_token as string;
  }

  async mine(query = ''): Promise<SubscriptionBody[]> {
    const { body } = await this.platform.get('app', `subscriptions.php?action=mine${query}`, {
      token: this.user.token,
    });
    return (body as { data: SubscriptionBody[] }).data;
  }

  send(action: string, { subscription }: Subscribed, fields: object = {}): Promise<HttpAnswer> {
    const body = { subscription_id: subscription.subscription_id, ...fields };
    return this.platform.post('app', `subscriptions.php?action=${action}`, body, { token: this.user.token });
  }
}
