import { createDecipheriv } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

/** The company's test cards and the behaviour of each. */
export const COMPANY_CARDS = {
  pin: '5531886652142950',
  challenge: '5438898014560229',
  addressCheck: '4556052704172643',
  noChallenge: '5061460166976054667',
  insufficientFunds: '5258585922666506',
  doNotHonour: '5143010522339965',
  fraud: '5590131743294314',
  wrongPin: '5399834697894723',
} as const;
export const COMPANY_PIN = '3310';
export const COMPANY_OTP = '12345';

const REFUSALS: Record<string, string> = {
  [COMPANY_CARDS.insufficientFunds]: 'Insufficient Funds',
  [COMPANY_CARDS.doNotHonour]: 'Do not honour',
  [COMPANY_CARDS.fraud]: 'Transaction failed: suspected fraud',
};

interface Transaction {
  id: number;
  tx_ref: string;
  flw_ref: string;
  amount: number;
  charged_amount: number;
  currency: string;
  status: 'pending' | 'successful' | 'failed';
  processor_response: string;
  payment_type: string;
  card?: Fields;
  token?: string;
  refunded: number;
}

interface Refund {
  id: number;
  tx_id: number;
  amount_refunded: number;
  status: 'completed' | 'pending' | 'failed';
}

interface Answer {
  status: number;
  body: Fields;
}

/**
 * A card company written from the description of its protocol, without code of the adapter. It records its requests
 * and misbehaves where a test requests it.
 */
export class CardCompany {
  readonly secretKey = 'FLWSECK_TEST-company';
  readonly publicKey = 'FLWPUBK_TEST-company';
  readonly encryptionKey = 'FLWSECK_TESTabcdefghijkl';
  /** Every POST that it received: path and body. */
  readonly posts: { path: string; body: string }[] = [];
  readonly transactions: Transaction[] = [];
  readonly refunds: Refund[] = [];
  /** Number of times that each event is sent; 0 loses them. */
  copies = 1;
  /** Whether events are sent and processed before the response that they concern. */
  isEarly = false;
  /** Fields that override the true ones in responses about transactions. */
  lies: Fields = {};
  /** The next POST whose path contains `path` is delayed by `ms` and gets a 503, with its work done or not. */
  stall: { path: string; ms: number; done: boolean } | null = null;
  /** Whether transactions can be listed by reference. */
  hasList = true;
  /** Amount by which offered accounts exceed the requested amount. */
  surcharge = 0;
  /** How refunds end. By default they are carried out in full. */
  refunding: { status: 'completed' | 'pending'; less: number } = { status: 'completed', less: 0 };
  /** Whether refunds can be queried. */
  hasRefunds = true;
  eventsUrl = '';
  eventHash = '';
  private readonly sending: Promise<unknown>[] = [];
  private nextId = 4_000_001;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<CardCompany> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CardCompany(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v3`;
  }

  /** The environment of a platform that uses this company as its gateway. */
  get environment(): Record<string, string> {
    return {
      GATEWAY: 'flutterwave',
      GATEWAY_BASE_URL: this.url,
      GATEWAY_TIMEOUT_SECONDS: '2',
      GATEWAY_SECRET_KEY: this.secretKey,
      GATEWAY_PUBLIC_KEY: this.publicKey,
      GATEWAY_ENCRYPTION_KEY: this.encryptionKey,
    };
  }

  async stop(): Promise<void> {
    await this.rest();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  behave(): void {
    Object.assign(this, { copies: 1, isEarly: false, lies: {}, stall: null, hasList: true, surcharge: 0 });
    Object.assign(this, { refunding: { status: 'completed', less: 0 }, hasRefunds: true });
  }

  /** Waits until every event has a response. */
  async rest(): Promise<void> {
    while (this.sending.length > 0) await Promise.all(this.sending.splice(0));
  }

  /** The buyer completes the payment on a bank's page, a phone or in the widget. */
  async finish(txRef: string, isPaid = true): Promise<void> {
    const transaction = this.transactions.find((one) => one.tx_ref === txRef && one.status === 'pending');
    if (!transaction) throw new Error(`nothing waits under ${txRef}`);
    this.end(transaction, isPaid ? '' : 'Declined by issuer');
    await this.report(transaction);
  }

  /** Money arrives without a matching charge: a transfer, or a payment in the widget. */
  async receive(
    txRef: string,
    amount: number,
    payment_type = 'bank_transfer',
    currency = 'NGN',
  ): Promise<number> {
    const transaction = this.open({ tx_ref: txRef, amount, currency }, payment_type);
    this.end(transaction, '');
    await this.report(transaction);
    return transaction.id;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url!, 'http://company');
    const path = `${url.pathname.replace('/v3', '')}${url.search}`;
    const send = ({ status, body }: Answer) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${this.secretKey}`)
      return send(refusal(401, 'Invalid authorization key'));
    if (request.method === 'GET') return send(this.question(url, path));
    this.posts.push({ path, body: text });
    const { stall } = this;
    if (stall && path.includes(stall.path)) {
      this.stall = null;
      if (stall.done) await this.work(path, JSON.parse(text) as Fields);
      await new Promise((resolve) => setTimeout(resolve, stall.ms));
      return send({ status: 503, body: { status: 'error', message: 'upstream timed out', data: null } });
    }
    send(await this.work(path, JSON.parse(text) as Fields));
  }

  private question(url: URL, path: string): Answer {
    const ref = url.searchParams.get('tx_ref');
    if (path.startsWith('/transactions?')) {
      if (!this.hasList) return refusal(400, 'tx_ref is not allowed');
      const found = this.transactions.filter(({ tx_ref }) => tx_ref === ref);
      const meta = { page_info: { total: found.length, current_page: 1, total_pages: 1 } };
      return success(
        found.map((one) => this.fieldsOf(one)),
        meta,
      );
    }
    const refund = /^\/refunds\/(\d+)$/.exec(path)?.[1];
    if (refund) {
      const found = this.hasRefunds && this.refunds.find(({ id }) => String(id) === refund);
      return found ? success(found) : refusal(404, 'Refund not found');
    }
    const id = /^\/transactions\/(\d+)\/verify$/.exec(path)?.[1];
    const found = id
      ? this.transactions.find((one) => String(one.id) === id)
      : this.transactions.filter(({ tx_ref }) => tx_ref === ref).at(-1);
    if (!found) return refusal(404, 'No transaction was found for this id');
    const { card, token } = found;
    return success({ ...this.fieldsOf(found), ...(card && { card: { ...card, token } }), ...this.lies });
  }

  private fieldsOf({ refunded: _, token: __, ...transaction }: Transaction): Fields {
    return { ...transaction, app_fee: 1.4, merchant_fee: 0 };
  }

  private async work(path: string, body: Fields): Promise<Answer> {
    if (path === '/charges?type=card') return this.chargeCard(this.decrypted(body.client as string));
    if (path === '/charges?type=bank_transfer') return this.offerAccount(body);
    if (path === '/charges?type=ussd') return this.offerCode(body);
    if (path === '/charges?type=mobile_money_ghana') return this.onPage(body);
    if (path === '/charges?type=mpesa')
      return this.open(body, 'mpesa') && success(this.fieldsOf(this.transactions.at(-1)!));
    if (path === '/validate-charge') return this.validate(body);
    if (path === '/tokenized-charges') return this.chargeToken(body);
    const refunded = /^\/transactions\/(\d+)\/refund$/.exec(path)?.[1];
    return refunded ? this.refund(refunded, Number(body.amount)) : refusal(404, 'unknown');
  }

  private async chargeCard(charge: Fields): Promise<Answer> {
    const number = String(charge.card_number);
    const { mode, pin } = (charge.authorization ?? {}) as Fields;
    if (number === COMPANY_CARDS.addressCheck)
      return asks({ mode: 'avs_noauth', fields: ['city', 'address'] });
    const needsPin = number === COMPANY_CARDS.pin || number === COMPANY_CARDS.wrongPin;
    if (needsPin && mode !== 'pin') return asks({ mode: 'pin', fields: ['pin'] });
    if (this.transactions.some(({ tx_ref }) => tx_ref === charge.tx_ref))
      return refusal(400, 'Duplicate transaction reference');
    const transaction = this.open(charge, 'card');
    transaction.card = {
      first_6digits: number.slice(0, 6),
      last_4digits: number.slice(-4),
      type: 'MASTERCARD',
    };
    if (number === COMPANY_CARDS.challenge) {
      const redirect = `${this.url}/3ds/${transaction.flw_ref}`;
      return success(this.fieldsOf(transaction), { authorization: { mode: 'redirect', redirect } });
    }
    if (number === COMPANY_CARDS.pin && pin === COMPANY_PIN)
      return success(this.fieldsOf(transaction), {
        authorization: { mode: 'otp', endpoint: '/v3/validate-charge' },
      });
    this.end(transaction, needsPin ? 'Incorrect PIN' : (REFUSALS[number] ?? ''));
    await this.report(transaction);
    return success(this.fieldsOf(transaction));
  }

  private async validate({ otp, flw_ref }: Fields): Promise<Answer> {
    const transaction = this.transactions.find((one) => one.flw_ref === flw_ref);
    if (!transaction) return refusal(404, 'Transaction not found');
    if (otp !== COMPANY_OTP) return refusal(400, 'Invalid OTP');
    this.end(transaction, '');
    await this.report(transaction);
    return success(this.fieldsOf(transaction));
  }

  private offerAccount(body: Fields): Answer {
    const authorization = {
      mode: 'banktransfer',
      transfer_reference: `FLWT-${body.tx_ref as string}`,
      transfer_account: '0067100155',
      transfer_bank: 'Mock Bank',
      transfer_note: 'Please make a bank transfer',
      account_expiration: Date.now() + 3_600_000,
      transfer_amount: (Number(body.amount) + this.surcharge).toFixed(2),
    };
    return { status: 200, body: { status: 'success', message: 'Charge initiated', meta: { authorization } } };
  }

  private offerCode(body: Fields): Answer {
    const transaction = this.open(body, 'ussd');
    const authorization = { mode: 'ussd', note: `*${body.account_bank as string}*000*4987#` };
    return success({ ...this.fieldsOf(transaction), payment_code: '4987' }, { authorization });
  }

  /** As in Ghana: the response contains only a page and no transaction. */
  private onPage(body: Fields): Answer {
    this.open(body, 'mobilemoneygh');
    const authorization = { mode: 'redirect', redirect: `${this.url}/captcha/1` };
    return { status: 200, body: { status: 'success', message: 'Charge initiated', meta: { authorization } } };
  }

  private async chargeToken(body: Fields): Promise<Answer> {
    const saved = this.transactions.find(({ token }) => token === body.token);
    if (!saved) return refusal(400, 'Invalid token');
    if (this.transactions.some(({ tx_ref }) => tx_ref === body.tx_ref))
      return refusal(400, 'Duplicate transaction reference');
    const transaction = this.open(body, 'card');
    transaction.card = saved.card;
    if (/stepup/.test(String(body.email))) {
      const redirect = `${this.url}/3ds/${transaction.flw_ref}`;
      return success(this.fieldsOf(transaction), { authorization: { mode: 'redirect', redirect } });
    }
    this.end(transaction, '');
    await this.report(transaction);
    return success(this.fieldsOf(transaction));
  }

  private refund(id: string, amount: number): Answer {
    const transaction = this.transactions.find((one) => String(one.id) === id);
    if (!transaction || transaction.refunded + amount > transaction.charged_amount)
      return refusal(400, 'Refund amount exceeds what is left');
    const { status, less } = this.refunding;
    transaction.refunded += amount - less;
    const refund = { id: this.nextId++, tx_id: transaction.id, amount_refunded: amount - less, status };
    this.refunds.push(refund);
    return success({ ...refund });
  }

  private open(body: Fields, payment_type: string): Transaction {
    const id = this.nextId++;
    const amount = Number(body.amount);
    const transaction: Transaction = {
      id,
      tx_ref: String(body.tx_ref),
      flw_ref: `FLW-MOCK-${id}`,
      amount,
      charged_amount: amount,
      refunded: 0,
      currency: String(body.currency),
      status: 'pending',
      processor_response: 'Pending',
      payment_type,
    };
    this.transactions.push(transaction);
    return transaction;
  }

  private end(transaction: Transaction, refused: string): void {
    transaction.status = refused ? 'failed' : 'successful';
    transaction.processor_response = refused || 'Approved. Successful';
    if (!refused && transaction.card) transaction.token = `flw-t1nf-${transaction.id}`;
  }

  private async report(transaction: Transaction): Promise<void> {
    const body = {
      event: 'charge.completed',
      data: this.fieldsOf(transaction),
      'event.type': 'CARD_TRANSACTION',
    };
    const send = () =>
      fetch(this.eventsUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'verif-hash': this.eventHash },
        body: JSON.stringify(body),
      }).catch(() => undefined);
    const sent = Promise.all(Array.from({ length: this.copies }, send));
    this.sending.push(sent);
    if (this.isEarly) await sent;
  }

  private decrypted(client: string): Fields {
    const decipher = createDecipheriv('des-ede3-ecb', this.encryptionKey, null);
    return JSON.parse(decipher.update(client, 'base64', 'utf8') + decipher.final('utf8')) as Fields;
  }
}

function success(data: unknown, meta?: object): Answer {
  return { status: 200, body: { status: 'success', message: 'Done', data, ...(meta && { meta }) } };
}

function asks(authorization: object): Answer {
  return {
    status: 200,
    body: { status: 'success', message: 'Charge authorization required', meta: { authorization } },
  };
}

function refusal(status: number, message: string): Answer {
  return { status, body: { status: 'error', message, data: null } };
}
