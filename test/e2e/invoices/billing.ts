import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { CARDS, cardOf } from '../../support/test-cards';
import { type Platform, startPlatform } from '../../support/platform';

export type Mode = 'live' | 'test';

interface Answered {
  id: string;
  invoice_number: string;
  payment_url: string;
  [field: string]: unknown;
}

/** A business that bills its clients, on the host of one mode, and the clients with their browsers. */
export class Billing {
  constructor(
    readonly platform: Platform,
    readonly merchant: TestMerchant,
    readonly mode: Mode,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<Billing> {
    const platform = await startPlatform({ env: { RATE_LIMITS: 'false', ...env }, secondBusiness: true });
    return new Billing(platform, await platform.merchant(), 'live');
  }

  /** The same business in test mode. */
  inTestMode(): Billing {
    return new Billing(this.platform, this.merchant, 'test');
  }

  of(merchant: TestMerchant): Billing {
    return new Billing(this.platform, merchant, this.mode);
  }

  get key(): { key: string } {
    return { key: this.merchant[this.mode].secret_key };
  }

  post(path: string, body: unknown, by: object = this.key): Promise<HttpAnswer> {
    return this.platform.post(this.mode === 'live' ? 'business' : 'sandbox', path, body, by);
  }

  get(path: string, by: object = this.key): Promise<HttpAnswer> {
    return this.platform.get(this.mode === 'live' ? 'business' : 'sandbox', path, by);
  }

  action(name: string, body: object): Promise<HttpAnswer> {
    return this.post(`invoices.php?action=${name}`, body);
  }

  /** A draft of NGN 100.00 unless other fields say so. */
  async draft(fields: Record<string, unknown> = {}): Promise<Answered> {
    return this.done(await this.action('create', invoiceBody(fields)));
  }

  /** The same, issued. */
  async sent(fields: Record<string, unknown> = {}): Promise<Answered> {
    const { id } = await this.draft(fields);
    return this.done(await this.action('send', { id }));
  }

  async detail(id: string): Promise<Answered> {
    return this.done(await this.get(`invoices.php?action=detail&id=${id}`));
  }

  /** Sends the form of a page; gives the address it leads to. */
  async form(url: string, fields: Record<string, string> = {}) {
    const body = new URLSearchParams(fields);
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }

  /** The token of the session that pays an invoice or link. */
  async begin(url: string, fields: Record<string, string> = {}): Promise<string> {
    const { status, location, text } = await this.form(`${url}/pay`, fields);
    if (status !== 303) throw new Error(`pay: ${status} ${text}`);
    return new URL(location!).pathname.split('/').at(-1)!;
  }

  /** Pays the session of this token by card. */
  async card(token: string, number: string = CARDS.approved): Promise<HttpAnswer> {
    const session_id = await this.sessionOf(token);
    const host = this.mode === 'live' ? 'checkout' : 'sandbox';
    const body = { session_id, card: cardOf(number) };
    return this.platform.post(host, 'sessions.php?action=pay-card', body, { sessionToken: token });
  }

  async sessionOf(token: string): Promise<string> {
    const [row] = await this.platform.sql<{ session_id: string }>(
      `SELECT session_id FROM checkout_sessions WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    );
    return row!.session_id;
  }

  done(answer: HttpAnswer): Answered {
    if (answer.status !== 200) throw new Error(`${outcomeOf(answer)} ${answer.text}`);
    return answer.body as Answered;
  }
}

export function invoiceBody(fields: Record<string, unknown> = {}) {
  return {
    client_name: 'Ada Client',
    client_email: 'ada.client@example.com',
    items: [{ description: 'Chairs', quantity: 4, unit_price: 25 }],
    currency_code: 'NGN',
    ...fields,
  };
}
