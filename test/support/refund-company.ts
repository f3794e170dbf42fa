import {
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseMajorToMinor } from '@app/kernel';
import type { Platform } from './platform';

/** How the company treats one request to refund. */
export type RefundSending =
  | 'answers'
  | 'takes it and hangs up'
  | 'takes it and answers 500'
  | 'takes it and says a word that is not known'
  | 'takes it and names an earlier refund'
  | 'takes it and refuses it'
  | 'answers as if it had taken it'
  | 'answers 500'
  | 'hangs up'
  | 'refuses it'
  | 'answers 429'
  | 'answers 401';

/** How the company answers one question about a refund. */
export type RefundQuestion =
  | 'answers 500'
  | 'answers 429'
  | 'hangs up'
  | 'denies it'
  | 'answers for another'
  | 'says a word that is not known';

/** What becomes of a refund that was taken; the second status follows after some honest answers. */
export const REFUND_FATES = {
  completed: ['completed'],
  'completed later': ['pending', 'completed'],
  'failed later': ['pending', 'failed'],
  'pending without an end': ['pending'],
  'completed with another amount': ['completed'],
} as const satisfies Record<string, readonly Status[]>;

export type RefundFate = keyof typeof REFUND_FATES;

/** The company's behaviour towards one refund. After each list it is honest. */
export interface RefundScript {
  sendings: RefundSending[];
  questions: RefundQuestion[];
  fate: RefundFate;
  /** Honest answers before the second status of the fate. */
  settlesAfter: number;
}

type Status = 'pending' | 'completed' | 'failed';

interface CompanyRefund {
  id: number;
  transaction: string;
  reference: string;
  minor: bigint;
  status: Status;
  answers: number;
}

const REFUND = /^\/simulator\/gateway\/v3\/transactions\/(\d+)\/refund$/;
const QUESTION = /^\/simulator\/gateway\/v3\/refunds\/(\d+)$/;
const HONEST: RefundScript = { sendings: [], questions: [], fate: 'completed', settlesAfter: 0 };

/**
 * The refunds of a card company, in front of the simulator, which gets every other request. As the company's protocol
 * has it, a repeated request is another refund; no transaction is refunded beyond its charge.
 */
export class RefundCompany {
  /** By the reference of the refund. */
  readonly scripts = new Map<string, RefundScript>();
  private readonly refunds: CompanyRefund[] = [];
  private readonly charged = new Map<string, bigint>();
  private readonly counts = new Map<string, number>();
  /** From then on the company changes nothing of it. */
  private readonly closed = new Set<string>();
  private target = '';

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<RefundCompany> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RefundCompany(server);
  }

  /** The platform reaches its simulator through this company from now on. */
  standBefore(platform: Platform): void {
    this.target = platform.urls.sandbox;
    platform.config.urls.sandbox = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The amounts that left the company under this reference. */
  paidFor(reference: string): bigint[] {
    return this.of(reference).flatMap(({ status, minor }) => (status === 'completed' ? [minor] : []));
  }

  /** Its support ends what has no end: what is not completed never will be. */
  close(reference: string): void {
    this.closed.add(reference);
    for (const refund of this.of(reference)) if (refund.status === 'pending') refund.status = 'failed';
  }

  private of(reference: string): CompanyRefund[] {
    return this.refunds.filter((refund) => refund.reference === reference);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return; // The sender was stopped.
    }
    const body = Buffer.concat(chunks);
    const face: Face = {
      answer: (status, value) => {
        const json = { 'content-type': 'application/json' };
        if (!response.destroyed) response.writeHead(status, json).end(JSON.stringify(value));
      },
      hangUp: () => response.destroy(),
    };
    const transaction = request.method === 'POST' && REFUND.exec(request.url!)?.[1];
    const asked = request.method === 'GET' && QUESTION.exec(request.url!)?.[1];
    if (transaction) {
      await this.learnCharge(transaction, request.headers.authorization!);
      return this.send(face, transaction, JSON.parse(body.toString()) as Order);
    }
    if (asked) return this.question(face, Number(asked));
    return this.forward(request, body, response);
  }

  private forward(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const headers = { ...request.headers, host: new URL(this.target).host };
    const forwarded = send(this.target + request.url!, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  }

  private async learnCharge(transaction: string, authorization: string): Promise<void> {
    if (this.charged.has(transaction)) return;
    const url = `${this.target}/simulator/gateway/v3/transactions/${transaction}/verify`;
    const answer = (await (await fetch(url, { headers: { authorization } })).json()) as {
      data: { charged_amount: number };
    };
    this.charged.set(transaction, parseMajorToMinor(answer.data.charged_amount)!);
  }

  private send(face: Face, transaction: string, { amount, comments: reference }: Order): void {
    const script = this.scripts.get(reference) ?? HONEST;
    const fault = script.sendings[this.count(`sent ${reference}`)] ?? 'answers';
    if (fault === 'answers 500') return face.answer(500, refusal('Oops'));
    if (fault === 'hangs up') return face.hangUp();
    if (fault === 'answers 429') return face.answer(429, refusal('Too many requests'));
    if (fault === 'answers 401') return face.answer(401, refusal('Invalid authorization key'));
    if (fault === 'refuses it') return face.answer(400, refusal('This card cannot be refunded'));
    const minor = parseMajorToMinor(amount)!;
    const imagined = { id: 1, transaction, reference, minor, status: 'pending' as const, answers: 0 };
    if (fault === 'answers as if it had taken it') return face.answer(200, viewOf(imagined));
    const isShort = script.fate === 'completed with another amount' && minor > 1n;
    const taken = this.take(transaction, reference, isShort ? minor - 1n : minor, script.fate);
    if (!taken) return face.answer(400, refusal('The refund exceeds what is left of this transaction'));
    switch (fault) {
      case 'answers':
        return face.answer(200, viewOf(taken));
      case 'takes it and hangs up':
        return face.hangUp();
      case 'takes it and answers 500':
        return face.answer(500, refusal('Oops'));
      case 'takes it and refuses it':
        return face.answer(400, refusal('This card cannot be refunded'));
      case 'takes it and says a word that is not known':
        return face.answer(200, viewOf(taken, { status: 'reversing' }));
      case 'takes it and names an earlier refund':
        return face.answer(200, viewOf(taken, { id: this.refunds.at(-2)?.id ?? taken.id }));
    }
  }

  private take(
    transaction: string,
    reference: string,
    minor: bigint,
    fate: RefundFate,
  ): CompanyRefund | null {
    const gone = this.refunds.filter((one) => one.transaction === transaction && one.status !== 'failed');
    const left = gone.reduce((rest, one) => rest - one.minor, this.charged.get(transaction)!);
    if (minor > left || this.closed.has(reference)) return null;
    const id = 5_000_000_000 + this.refunds.length;
    const refund = { id, transaction, reference, minor, status: REFUND_FATES[fate][0], answers: 0 };
    this.refunds.push(refund);
    return refund;
  }

  private question(face: Face, id: number): void {
    const refund = this.refunds.find((one) => one.id === id);
    if (!refund) return face.answer(404, refusal('No refund was found for this id'));
    const script = this.scripts.get(refund.reference) ?? HONEST;
    switch (script.questions[this.count(`asked ${refund.reference}`)]) {
      case 'answers 500':
        return face.answer(500, refusal('Oops'));
      case 'answers 429':
        return face.answer(429, refusal('Too many requests'));
      case 'hangs up':
        return face.hangUp();
      case 'denies it':
        return face.answer(404, refusal('No refund was found for this id'));
      case 'answers for another':
        return face.answer(200, viewOf(refund, { id: 2, status: 'completed' }));
      case 'says a word that is not known':
        return face.answer(200, viewOf(refund, { status: 'reversing' }));
      case undefined: {
        const [, later] = REFUND_FATES[script.fate] as readonly Status[];
        if (later && refund.status === 'pending' && refund.answers++ >= script.settlesAfter)
          refund.status = later;
        return face.answer(200, viewOf(refund));
      }
    }
  }

  private count(what: string): number {
    const count = this.counts.get(what) ?? 0;
    this.counts.set(what, count + 1);
    return count;
  }
}

interface Order {
  amount: string;
  comments: string;
}

/** One connection of the server. */
interface Face {
  answer(status: number, value: unknown): void;
  hangUp(): void;
}

const refusal = (message: string) => ({ status: 'error', message, data: null });

function viewOf({ id, transaction, minor, status }: CompanyRefund, instead: object = {}) {
  const data = { id, tx_id: Number(transaction), amount_refunded: Number(minor) / 100, status, ...instead };
  return { status: 'success', message: 'Done', data };
}
