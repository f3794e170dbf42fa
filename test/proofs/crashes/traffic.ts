import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CARDS, cardOf } from '../../support/test-cards';
import type { HttpAnswer } from '../../support/http-client';
import type { Random } from '../support/random';
import type { Shop } from '../support/shop';
import { Client } from './client';
import type { Host, Stack } from './stack';

export type Kind = 'transfer' | 'deposit' | 'checkout' | 'escrow' | 'payroll' | 'payout' | 'invoice' | 'link';

/** Percent of the requests. */
const SHARES: readonly [Kind, number][] = [
  ['transfer', 66],
  ['deposit', 11],
  ['checkout', 8],
  ['escrow', 4],
  ['payroll', 2],
  ['payout', 5],
  ['invoice', 2],
  ['link', 2],
];
const LINK_USES = 3;

/** One operation of a customer and its final response. Its id is part of everything that it writes. */
export interface TrafficRequest {
  id: string;
  kind: Kind;
  from: number;
  to: number;
  minor: bigint;
  /** The final response to the payment of an invoice or a link on its page. */
  paid?: HttpAnswer;
  /** The final response to the refund of a paid session, whose `refund_ref` is the id. */
  refunded?: HttpAnswer;
  /** The last request with a response, so that it can be repeated. */
  last?: { shop: number; host: Host; path: string; body: object; key: string; answer: HttpAnswer };
}

/** Shops that trade with each other and are paid by card, through every host, until `count` requests are settled. */
export class Traffic {
  readonly requests: TrafficRequest[] = [];
  readonly client: Client;
  /** Access tokens by shop, of people who sign in on the personal host. */
  private readonly tokens: string[] = [];

  constructor(
    private readonly stack: Pick<Stack, 'urls' | 'sql'>,
    private readonly shops: readonly Shop[],
    private readonly random: Random,
  ) {
    this.client = new Client(stack);
  }

  get settled(): number {
    return this.requests.filter(({ last }) => last).length;
  }

  /** Waits until `count` more requests have begun and all are settled. */
  async run(clients: number, count: number): Promise<void> {
    let left = count;
    const work = async (random: Random) => {
      while (left-- > 0) await this.one(random);
    };
    await Promise.all(Array.from({ length: clients }, () => work(this.random.branch())));
  }

  async one(
    random: Random,
    kind: Kind = kindOf(random),
    from = random.below(this.shops.length),
  ): Promise<TrafficRequest> {
    const to = (from + 1 + random.below(this.shops.length - 1)) % this.shops.length;
    const minor = BigInt(
      random.chance(4) ? random.between(50_000_000, 90_000_000) : random.between(100, 20_000),
    );
    const request: TrafficRequest = { id: randomUUID(), kind, from, to, minor };
    this.requests.push(request);
    if (kind === 'transfer') await this.transfer(request, random);
    else if (kind === 'deposit') await this.deposit(request, random);
    else if (kind === 'escrow') await this.escrow(request, random);
    else if (kind === 'payroll') await this.payroll(request);
    else if (kind === 'invoice') await this.invoice(request, random);
    else if (kind === 'link') await this.link(request, random);
    else if (kind === 'payout') await this.payout(request, random);
    else await this.checkout(request, random);
    return request;
  }

  private async transfer(request: TrafficRequest, random: Random): Promise<void> {
    const { usertag } = this.shops[request.to]!;
    const body = {
      recipient: usertag,
      amount: Number(request.minor) / 100,
      currency: 'NGN',
      note: request.id,
    };
    const path = 'wallet.php?action=transfer';
    if (random.chance(80)) await this.ask(request, 'business', path, body);
    else await this.ask(request, 'app', path, { ...body, pin: this.shops[request.from]!.pin });
  }

  private async deposit(request: TrafficRequest, random: Random): Promise<void> {
    // Another process may be the one that continues with the PIN.
    const card = random.of([CARDS.approved, CARDS.approved, CARDS.declined, CARDS.otp, CARDS.pin]);
    const body = { amount: Number(request.minor) / 100, currency: 'NGN', card: cardOf(card) };
    const charged = await this.ask(request, 'business', 'deposit.php?action=charge-card-gw', body);
    const mode = charged.body?.auth_mode as unknown;
    if (mode !== 'otp' && mode !== 'pin') return;
    const right = mode === 'otp' ? '123456' : '1234';
    const otp = random.chance(80) ? right : '0000';
    await this.ask(request, 'business', 'deposit.php?action=validate-charge', {
      gw_ref: charged.body.gw_ref,
      otp,
    });
  }

  private async checkout(request: TrafficRequest, random: Random): Promise<void> {
    const terms = { amount: Number(request.minor) / 100, currency: 'NGN', order_ref: request.id };
    const { body } = await this.ask(request, 'checkout', 'sessions.php?action=create', terms);
    const card = cardOf(random.chance(85) ? CARDS.approved : CARDS.declined);
    const session_id = body.session_id as string;
    const paid = await this.ask(request, 'checkout', 'sessions.php?action=pay-card', { session_id, card });
    if (paid.body?.status !== 'completed' || random.chance(40)) return;
    // More than half, so that the company could not send it twice.
    const part = random.chance(50) ? { amount: Number((request.minor * 3n) / 5n) / 100 } : {};
    const refund = { session_id, refund_ref: request.id, ...part };
    const key = randomUUID();
    request.refunded = await this.settle(request.from, 'checkout', 'sessions.php?action=refund', refund, key);
  }

  /** One shop locks an escrow, and then it is released or the other shop refunds it. */
  private async escrow(request: TrafficRequest, random: Random): Promise<void> {
    const { usertag } = this.shops[request.to]!;
    const amount = Number(request.minor) / 100;
    const terms = { beneficiary: usertag, amount, currency: 'NGN', description: request.id };
    const { body } = await this.ask(request, 'business', 'escrow.php?action=create', terms);
    if (!body?.uuid) return;
    const [action, by] = random.chance(60) ? ['release', request.from] : ['cancel', request.to];
    await this.ask(
      request,
      'business',
      `escrow.php?action=${action}`,
      { uuid: body.uuid as string },
      by as number,
    );
  }

  /** Pays all other shops at once, signed in, because keys may not. */
  private async payroll(request: TrafficRequest): Promise<void> {
    const others = this.shops.filter((_, shop) => shop !== request.from);
    const recipients = others.map(({ usertag }) => ({
      recipient: usertag,
      amount: Number(request.minor) / 100,
    }));
    const { pin } = this.shops[request.from]!;
    const body = { batch_name: request.id, currency: 'NGN', recipients, pin };
    await this.ask(request, 'business', 'business.php?section=payroll&action=create', body);
  }

  /** Bills a client, who pays on the page. */
  private async invoice(request: TrafficRequest, random: Random): Promise<void> {
    const items = [{ description: 'Goods', quantity: 1, unit_price: Number(request.minor) / 100 }];
    const client = { client_name: request.id, client_email: 'client@example.com' };
    const draft = { ...client, items, currency_code: 'NGN' };
    const { body } = await this.ask(request, 'business', 'invoices.php?action=create', draft);
    const id = body.id as string;
    const { body: sent } = await this.ask(request, 'business', 'invoices.php?action=send', { id });
    await this.payOnPage(request, sent.payment_url as string, random);
  }

  /** Makes a link; one payer leaves, and another one pays. */
  private async link(request: TrafficRequest, random: Random): Promise<void> {
    const amount = Number(request.minor) / 100;
    const terms = { title: request.id, amount, currency: 'NGN', max_uses: LINK_USES };
    const path = 'features.php?section=payment-links&action=create';
    const { body } = await this.ask(request, 'business', path, terms);
    await this.client.opened(body.url as string);
    await this.payOnPage(request, body.url as string, random);
  }

  private async payOnPage(request: TrafficRequest, page: string, random: Random): Promise<void> {
    const opened = await this.client.opened(page);
    if (opened === null) return;
    const token = new URL(opened).pathname.split('/').at(-1)!;
    const card = cardOf(random.chance(85) ? CARDS.approved : CARDS.declined);
    const body = { session_id: await this.sessionOf(token), card };
    const key = randomUUID();
    request.paid = await this.client.settled('checkout', 'sessions.php?action=pay-card', body, () => ({
      sessionToken: token,
      idempotencyKey: key,
    }));
  }

  /** PostgreSQL may be one of the killed processes. */
  private async sessionOf(token: string): Promise<string> {
    const sql = `SELECT session_id FROM checkout_sessions WHERE token_hash = sha256(convert_to($1, 'UTF8'))`;
    for (;;) {
      const rows = await this.stack.sql<{ session_id: string }>(sql, [token]).catch(() => []);
      if (rows[0]) return rows[0].session_id;
      if (this.client.hasGivenUp) throw new Error('no session');
      await pause(100);
    }
  }

  /** Pays out to a wallet whose simulated provider delivers, denies, returns, or takes it without an answer. */
  private async payout(request: TrafficRequest, random: Random): Promise<void> {
    request.minor = (request.minor % 20_000n) + 3000n;
    const mailbox = random.of(['paid', 'paid', 'denied', 'returned', 'unanswered']);
    const details = { extwallet_email: `${mailbox}@example.com` };
    const body = { method: 'extwallet', amount: Number(request.minor) / 100, currency: 'NGN', details };
    await this.ask(request, 'business', 'payout.php?action=initiate', body);
  }

  /** Settles one request with a new key. */
  private async ask(
    request: TrafficRequest,
    host: Host,
    path: string,
    body: object,
    shop = request.from,
  ): Promise<HttpAnswer> {
    const key = randomUUID();
    const answer = await this.settle(shop, host, path, body, key);
    request.last = { shop, host, path, body, key, answer };
    return answer;
  }

  private async settle(
    shop: number,
    host: Host,
    path: string,
    body: object,
    key: string,
  ): Promise<HttpAnswer> {
    for (;;) {
      const isPerson = host === 'app' || 'pin' in body;
      if (isPerson) this.tokens[shop] ??= await this.signIn(shop);
      const credential = isPerson ? { token: this.tokens[shop]! } : { key: this.shops[shop]!.key };
      const answer = await this.client.settled(host, path, body, () => ({
        ...credential,
        idempotencyKey: key,
      }));
      // Access tokens live for 15 minutes.
      if (answer.status !== 401) return answer;
      delete this.tokens[shop];
    }
  }

  private async signIn(shop: number): Promise<string> {
    const { email, password } = this.shops[shop]!;
    const answer = await this.client.settled('app', 'auth.php?action=login', { email, password }, () => ({}));
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
    return answer.body.access_token as string;
  }

  /** Repeats the same request with the same key, which returns the first response. */
  async again({ last }: TrafficRequest): Promise<HttpAnswer> {
    return this.settle(last!.shop, last!.host, last!.path, last!.body, last!.key);
  }
}

/** A long run stays below the 2,000 mails of invoices that a business may send in a day. */
function kindOf(random: Random): Kind {
  let draw = random.below(100);
  return SHARES.find(([, share]) => (draw -= share) < 0)![0];
}
