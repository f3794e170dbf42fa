import type { Currency } from '@app/kernel';
import { ReferenceBooks } from './reference-books';
import type { Call, Reply } from './service';

/** What the model says a request must be answered with. */
export type Expected =
  | { status: 200; fields: object; learn?: (reply: Reply) => void }
  | { status: number; code: string; remembered: boolean; learn?: (reply: Reply) => void };

/** A request of one account, and the rule that says what it does to the books at whatever moment it is made. */
export interface Request {
  account: number;
  call: Pick<Call, 'host' | 'path'> & { body: Record<string, unknown> };
  /** Made by the person, signed in, where no key may; else with the account's key. */
  byPerson?: true;
  decide(): Expected;
}

export interface Session {
  account: number;
  id: string;
  minor: bigint;
  /** Of the escrow it is paid into, on top; null where it is paid outright. */
  escrowFee: bigint | null;
  currency: Currency;
  orderRef: string;
  status: 'pending' | 'completed' | 'expired';
  expiresAt: number;
}

export interface PaymentRequest {
  id: number;
  /** Who asks, and who is asked to pay. */
  from: number;
  to: number;
  minor: bigint;
  currency: Currency;
  note: string | null;
  status: 'pending' | 'paid' | 'declined' | 'cancelled';
  expiresAt: number;
}

export interface Escrow {
  /** Null where a session made it and nobody has asked for its name yet. */
  uuid: string | null;
  sessionId?: string;
  /** Null: a buyer without an account, who paid by card. */
  initiator: number | null;
  beneficiary: number;
  minor: bigint;
  fee: bigint;
  currency: Currency;
  /** What the card was charged, in NGN; null where the initiator's own balance was locked. */
  charged: bigint | null;
  status: 'funded' | 'disputed' | 'released' | 'refunded' | 'resolved_split';
  disputeUuid: string | null;
}

export interface Deposit {
  account: number;
  txRef: string;
  minor: bigint;
  currency: Currency;
  isCredited: boolean;
}

const REMEMBERED_MS = 24 * 3600 * 1000;

interface Memory {
  request: Request;
  fingerprint: string;
  at: number;
  reply: Reply;
}

/** The model's whole state: the books, and what the service must remember of requests. */
export class World {
  readonly books: ReferenceBooks;
  /** Taken so far. */
  steps = 0;
  readonly sessions: Session[] = [];
  readonly deposits: Deposit[] = [];
  readonly requests: PaymentRequest[] = [];
  readonly escrows: Escrow[] = [];
  /** What the card company is to send back, in NGN. */
  refundsDue = 0n;
  /** Every request made with a key, to be repeated later. */
  readonly keyed: { key: string; request: Request }[] = [];
  private readonly memories = new Map<string, Memory>();

  constructor(now: number) {
    this.books = new ReferenceBooks(now);
  }

  /** A key of its own for a request, which may be repeated from now on. */
  newKey(request: Request): string {
    const key = `key-${this.keyed.length}`;
    this.keyed.push({ key, request });
    return key;
  }

  /** The answer that stands for this key; null where it is free. */
  remembered(request: Request, key: string): Memory | null {
    const memory = this.memories.get(`${callerOf(request)} ${key}`);
    return memory && memory.at > this.books.now - REMEMBERED_MS ? memory : null;
  }

  remember(key: string, request: Request, reply: Reply): void {
    const fingerprint = fingerprintOf(request);
    this.memories.set(`${callerOf(request)} ${key}`, { request, fingerprint, at: this.books.now, reply });
  }
}

/** A person and their app have keys of their own each. */
export function callerOf({ account, byPerson }: Request): string {
  return `${byPerson ? 'person' : 'app'} ${account}`;
}

export function fingerprintOf({ call: { host, path, body } }: Request): string {
  return JSON.stringify([host, path, body]);
}
