import type { Currency } from '@app/kernel';
import { ReferenceBooks, type ReferenceJournal, type ReferenceWallet } from './reference-books';
import type { Subscription } from './reference-biller';
import type { Plan } from './reference-plans';
import type { Call, Reply } from './service';

/** The response that the model expects. */
export type Expected =
  | { status: 200; fields: object; learn?: (reply: Reply) => void }
  | { status: number; code: string; remembered: boolean; learn?: (reply: Reply) => void };

/** A request of one account, and the rule that computes its effects on the books at any moment. */
export interface Request {
  account: number;
  call: Pick<Call, 'host' | 'path'> & { body: Record<string, unknown> };
  /** Sent by the signed-in person if keys are not accepted, otherwise with the account's key. */
  byPerson?: true;
  decide(): Expected;
}

export interface Session {
  account: number;
  id: string;
  minor: bigint;
  /** Of the escrow, in addition to the amount; null for a direct payment. */
  escrowFee: bigint | null;
  currency: Currency;
  orderRef: string;
  status: 'pending' | 'completed' | 'expired';
  expiresAt: number;
  /** By a card, in NGN, or from the wallet of an account, in the currency of the session; null until it is paid. */
  paid: { charged: bigint; at: number; payer: number | null; journal: ReferenceJournal | null } | null;
  /** By its merchant, of the price and of the charge. Refunds that failed or came back do not count. */
  refunded: bigint;
  returned: bigint;
  /** By the card company, which does not learn that a refund came back. */
  sent: bigint;
  /** By lost chargebacks, of the price and of the charge; null: none was lost. */
  takenBack: { face: bigint; charge: bigint } | null;
}

/** A merchant's refund of a session. */
export interface Refund {
  id: string;
  session: Session;
  face: bigint;
  charge: bigint;
  debited: bigint;
  status: 'pending' | 'completed' | 'failed' | 'returned';
}

export interface PaymentRequest {
  id: number;
  /** The requester and the payer. */
  from: number;
  to: number;
  minor: bigint;
  currency: Currency;
  note: string | null;
  status: 'pending' | 'paid' | 'declined' | 'cancelled';
  expiresAt: number;
}

export interface Escrow {
  /** Null if a session created it and no request has read its name yet. */
  uuid: string | null;
  sessionId?: string;
  /** Null: a buyer without an account, who paid by card. */
  initiator: number | null;
  beneficiary: number;
  minor: bigint;
  fee: bigint;
  currency: Currency;
  /** The charge of the card in NGN; null if the initiator's balance was locked. */
  charged: bigint | null;
  status: 'funded' | 'disputed' | 'released' | 'refunded' | 'resolved_split';
  /** What its beneficiary got in the end. */
  released: bigint;
  disputeUuid: string | null;
}

export interface Deposit {
  account: number;
  txRef: string;
  minor: bigint;
  currency: Currency;
  isCredited: boolean;
}

export interface Withdrawal {
  uuid: string;
  wallet: ReferenceWallet;
  minor: bigint;
  fee: bigint;
  /** Null: there was no rate. */
  payout: bigint | null;
  /** Of its owner, on which it counts so many US cents against the limit. */
  day: string;
  cents: bigint;
  journal: ReferenceJournal;
}

/** A session that a page has opened and that may still be paid. */
export interface OpenPayment {
  id: string;
  minor: bigint;
  currency: Currency;
  expiresAt: number;
}

export interface Invoice {
  account: number;
  id: string;
  number: string;
  /** Of its page. */
  path: string;
  currency: Currency;
  total: bigint;
  paid: bigint;
  credited: bigint;
  status: 'draft' | 'sent' | 'paid' | 'void';
  allowPartial: boolean;
  /** Times at which it was mailed. */
  mails: number[];
  pending: OpenPayment | null;
}

export interface PaymentLink {
  account: number;
  id: string;
  code: string;
  currency: Currency;
  /** Null: the payer chooses an amount of at least `least`. */
  minor: bigint | null;
  least: bigint;
  maxUses: number | null;
  isActive: boolean;
  /** Completed payments. */
  uses: number;
}

const REMEMBERED_MS = 24 * 3600 * 1000;

interface Memory {
  request: Request;
  fingerprint: string;
  at: number;
  reply: Reply;
}

/** The whole state of the model: the books and the stored requests. */
export class World {
  readonly books: ReferenceBooks;
  /** Number of steps so far. */
  steps = 0;
  readonly sessions: Session[] = [];
  readonly deposits: Deposit[] = [];
  readonly requests: PaymentRequest[] = [];
  readonly escrows: Escrow[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly invoices: Invoice[] = [];
  readonly links: PaymentLink[] = [];
  readonly plans: Plan[] = [];
  readonly subscriptions: Subscription[] = [];
  /** What became of changes of plan, of subscriptions from browsers, of changes of the customer and of refunds. */
  readonly outcomes: string[] = [];
  /** The last number given, by kind, account and year. */
  private readonly series = new Map<string, number>();
  /** Refunds that the card company has to send, in NGN. */
  refundsDue = 0n;
  /** Refunds of merchants, in the order of their creation. */
  readonly refunds: Refund[] = [];
  /** The account that compliance has frozen. */
  frozen: number | null = null;
  /** Every request with a key, to be repeated later. */
  readonly keyed: { key: string; request: Request }[] = [];
  private readonly memories = new Map<string, Memory>();

  constructor(now: number) {
    this.books = new ReferenceBooks(now);
  }

  /** The number that the account's next invoice or credit note gets. */
  nextNumber(kind: 'INV' | 'CN', account: number): string {
    const [name, last] = this.seriesOf(kind, account);
    return `${kind}-${name.split(' ')[2]}-${String(last + 1).padStart(6, '0')}`;
  }

  count(kind: 'INV' | 'CN', account: number): void {
    const [name, last] = this.seriesOf(kind, account);
    this.series.set(name, last + 1);
  }

  /** A new key for a request, which later steps may repeat. */
  newKey(request: Request): string {
    const key = `key-${this.keyed.length}`;
    this.keyed.push({ key, request });
    return key;
  }

  private seriesOf(kind: string, account: number): [name: string, last: number] {
    const name = `${kind} ${account} ${new Date(this.books.now).getUTCFullYear()}`;
    return [name, this.series.get(name) ?? 0];
  }

  /** The stored response of this key; null if the key is free. */
  remembered(request: Request, key: string): Memory | null {
    const memory = this.memories.get(`${callerOf(request)} ${key}`);
    return memory && memory.at > this.books.now - REMEMBERED_MS ? memory : null;
  }

  remember(key: string, request: Request, reply: Reply): void {
    const fingerprint = fingerprintOf(request);
    this.memories.set(`${callerOf(request)} ${key}`, { request, fingerprint, at: this.books.now, reply });
  }
}

/** A person and their app have separate keys. */
export function callerOf({ account, byPerson }: Request): string {
  return `${byPerson ? 'person' : 'app'} ${account}`;
}

export function fingerprintOf({ call: { host, path, body } }: Request): string {
  return JSON.stringify([host, path, body]);
}
