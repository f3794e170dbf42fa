import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompanyBooks, type CompanyPayout, type Order } from './payout-company-books';
import { batchOf, itemOf, transferOf } from './payout-company-forms';

type Fields = Record<string, unknown>;

/** How the company treats one request to pay. */
export type SendingFault =
  | 'answers'
  | 'takes it and hangs up'
  | 'takes it and answers 500'
  | 'takes it and answers too late'
  | 'takes it and answers with another reference'
  | 'takes it and refuses it'
  | 'answers 500'
  | 'hangs up'
  | 'answers as if it had taken it'
  | 'refuses it'
  | 'answers 429'
  | 'answers 401';

/** How the company answers one question about a payout. */
export type QuestionFault =
  'answers 500' | 'hangs up' | 'denies it' | 'answers for another' | 'talks nonsense';

/** What becomes of a payout that was taken, in the words of `FATES`. */
export type Fate = keyof typeof FATES;

/** The statuses that a payout passes through, one at each honest answer from `settlesAfter` on. The last one stays. */
export const FATES = {
  delivered: ['delivered'],
  failed: ['failed'],
  'pending for ever': ['pending'],
  'unclaimed, then delivered': ['unclaimed', 'delivered'],
  'on hold, then failed': ['held', 'failed'],
  'unclaimed for ever': ['unclaimed'],
  'of another amount': ['delivered'],
  'of a status that is not known': ['puzzling'],
  'returned after its delivery': ['delivered', 'returned'],
  'returned for a moment': ['delivered', 'returned', 'delivered'],
  'delivered after its return': ['delivered', 'returned', 'returned', 'delivered'],
  'delivered after it failed': ['failed', 'delivered'],
} as const satisfies Record<string, readonly CompanyPayout['status'][]>;

/** The company's behaviour towards one reference. After each list it is honest. */
export interface PayoutScript {
  sendings: SendingFault[];
  questions: QuestionFault[];
  fate: Fate;
  /** Honest answers before the first status of the fate. */
  settlesAfter: number;
}

const LATE_MS = 1_300;

/**
 * Two payout companies in one server, written from the descriptions of their protocols: transfers to banks below `/v3`,
 * payouts to wallets below `/wallets`. Each reference is paid at most once; all else is as its script says.
 */
export class PayoutCompany {
  readonly secretKey = 'FLWSECK_TEST-payout-company';
  readonly scripts = new Map<string, PayoutScript>();
  readonly books = new CompanyBooks();
  /** Requests to pay, by reference. */
  readonly sendings = new Map<string, number>();
  private readonly questions = new Map<string, number>();
  /** Honest answers about payouts that were taken, by reference. */
  private readonly answers = new Map<string, number>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<PayoutCompany> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PayoutCompany(server);
  }

  /** The environment of a platform that pays out through this company. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      GATEWAY: 'flutterwave',
      GATEWAY_BASE_URL: `${url}/v3`,
      GATEWAY_TIMEOUT_SECONDS: '1',
      GATEWAY_SECRET_KEY: this.secretKey,
      GATEWAY_PUBLIC_KEY: 'FLWPUBK_TEST-payout-company',
      GATEWAY_ENCRYPTION_KEY: 'FLWSECK_TESTabcdefghijkl',
      PAYOUT_WALLET: 'paypal',
      PAYPAL_BASE_URL: `${url}/wallets`,
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'client-secret',
      PAYPAL_TIMEOUT_SECONDS: '1',
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return; // The sender was stopped.
    }
    const text = Buffer.concat(chunks).toString();
    const body = (request.url!.includes('oauth2') || text === '' ? {} : JSON.parse(text)) as Fields;
    const { pathname, searchParams } = new URL(request.url!, 'http://company');
    const isTransfer = pathname.startsWith('/v3/');
    const path = pathname.replace(/^\/(v3|wallets\/v1)/, '');
    const answer = (status: number, value: unknown) => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const face: Face = { answer, hangUp: () => response.destroy(), isTransfer };
    if (isTransfer) await this.transfers(face, `${request.method} ${path}`, body, searchParams);
    else await this.wallets(face, `${request.method} ${path}`, body, searchParams);
  }

  private async transfers(face: Face, call: string, body: Fields, query: URLSearchParams): Promise<void> {
    const data = (value: unknown) => face.answer(200, { status: 'success', message: 'Done', data: value });
    if (call.startsWith('GET /balances/'))
      return data({ currency: call.slice(-3), available_balance: 10_000_000_000 });
    if (call.startsWith('GET /banks/')) return data([{ id: 1, code: '058', name: 'Guaranty Trust Bank' }]);
    if (call === 'POST /accounts/resolve')
      return data({ account_number: body.account_number, account_name: 'Ada Okafor' });
    if (call === 'POST /transfers') {
      const { reference, amount, currency, account_number: account } = body;
      const order = { reference, amount: String(amount), currency, account, isTransfer: true };
      return this.send(face, order as Order);
    }
    const reference = query.get('reference');
    if (reference !== null) {
      const found = this.books.byReference(reference);
      return this.question(face, reference, found, (one) => data(one ? [transferOf(one)] : []));
    }
    const found = this.books.byId(call.split('/').at(-1)!);
    const unknown = () => face.answer(404, { status: 'error', message: 'No transfer was found', data: null });
    return this.question(face, found?.reference ?? '', found, (one) =>
      one ? data(transferOf(one)) : unknown(),
    );
  }

  private async wallets(face: Face, call: string, body: Fields, query: URLSearchParams): Promise<void> {
    if (call === 'POST /oauth2/token')
      return face.answer(200, { access_token: 'token', token_type: 'Bearer', expires_in: 32_400 });
    const currency = query.get('currency_code');
    if (currency !== null) {
      const available_balance = { currency_code: currency, value: '10000000.00' };
      return face.answer(200, { balances: [{ currency, available_balance }] });
    }
    if (call === 'POST /payments/payouts') {
      const [item] = body.items as { amount: Fields; receiver: string; sender_item_id: string }[];
      const { receiver: account, sender_item_id: reference } = item!;
      const { value: amount, currency: of } = item!.amount;
      return this.send(face, { reference, amount, currency: of, account, isTransfer: false } as Order);
    }
    const id = call
      .split('/')
      .at(call.endsWith('/cancel') ? -2 : -1)!
      .replace('item-', '');
    const found = this.books.byId(id);
    if (call.endsWith('/cancel')) {
      const isCancelled = found !== undefined && this.books.cancel(found);
      return face.answer(
        isCancelled ? 200 : 422,
        isCancelled ? itemOf(found) : { name: 'ITEM_INCORRECT_STATUS' },
      );
    }
    return this.question(face, found?.reference ?? '', found, (one) =>
      one ? face.answer(200, batchOf(one)) : face.answer(404, { name: 'RESOURCE_NOT_FOUND' }),
    );
  }

  private async send(face: Face, order: Order): Promise<void> {
    const { reference } = order;
    const count = this.sendings.get(reference) ?? 0;
    this.sendings.set(reference, count + 1);
    const script = this.scripts.get(reference);
    const fault = script?.sendings[count] ?? 'answers';
    if (fault === 'answers 500') return face.answer(500, { status: 'error', message: 'Oops' });
    if (fault === 'hangs up') return face.hangUp();
    if (fault === 'answers 429') return refuse(face, 429, 'Too many requests');
    if (fault === 'answers 401') return refuse(face, 401, 'Invalid authorization key');
    if (fault === 'refuses it') return refuse(face, 400, 'The account cannot be credited');
    if (fault === 'answers as if it had taken it') return accept(face, this.books.imagined(order));
    const earlier = this.books.byReference(reference);
    if (earlier) return order.isTransfer ? refuse(face, 400, 'Duplicate reference') : accept(face, earlier);
    const taken = this.books.take(order, script?.fate === 'of another amount');
    switch (fault) {
      case 'answers':
        return accept(face, taken);
      case 'takes it and hangs up':
        return face.hangUp();
      case 'takes it and answers 500':
        return face.answer(500, { status: 'error', message: 'Oops' });
      case 'takes it and refuses it':
        return refuse(face, 400, 'The account cannot be credited');
      case 'takes it and answers with another reference':
        return accept(face, { ...taken, reference: `${reference}-PMCKDU_1` });
      case 'takes it and answers too late':
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        return accept(face, taken);
    }
  }

  private question(
    face: Face,
    reference: string,
    payout: CompanyPayout | undefined,
    say: (payout: CompanyPayout | undefined) => void,
  ): void {
    const script = this.scripts.get(reference);
    const count = this.questions.get(reference) ?? 0;
    this.questions.set(reference, count + 1);
    switch (script?.questions[count]) {
      case 'answers 500':
        return face.answer(500, { status: 'error', message: 'Oops' });
      case 'hangs up':
        return face.hangUp();
      case 'denies it':
        return say(undefined);
      case 'answers for another':
        return say({ ...(payout ?? this.books.imagined(ANOTHER)), reference: 'another', status: 'failed' });
      case 'talks nonsense':
        return face.answer(200, { status: 'success', data: { status: 'FAILED' }, batch_header: {} });
      case undefined:
        if (payout && script) this.settle(payout, script);
        return say(payout);
    }
  }

  private settle(payout: CompanyPayout, { fate, settlesAfter }: PayoutScript): void {
    const statuses = FATES[fate];
    const answered = this.answers.get(payout.reference) ?? 0;
    this.answers.set(payout.reference, answered + 1);
    const place = Math.min(answered - settlesAfter, statuses.length - 1);
    if (place >= 0) this.books.become(payout, statuses[place]!);
  }
}

/** One connection of the server. */
interface Face {
  isTransfer: boolean;
  answer(status: number, value: unknown): void;
  hangUp(): void;
}

const ANOTHER: Order = { reference: 'another', amount: '1', currency: 'NGN', account: '', isTransfer: true };

function accept(face: Face, payout: CompanyPayout): void {
  if (face.isTransfer)
    face.answer(200, { status: 'success', message: 'Transfer Queued', data: transferOf(payout) });
  else face.answer(201, { batch_header: batchOf(payout).batch_header });
}

function refuse(face: Face, status: number, message: string): void {
  face.answer(status, { status: 'error', message, data: null, name: 'VALIDATION_ERROR' });
}
