import { inspect } from 'node:util';
import type {
  BankAccountOffer,
  BankTransferRequest,
  MobileMoneyRequest,
  MobileMoneyResult,
  TokenChargeRequest,
  UssdOffer,
  UssdRequest,
} from './method-requests.port';

export type CardBrand = 'visa' | 'mastercard' | 'verve' | 'amex' | 'discover' | 'unknown';

const BRANDS: readonly [CardBrand, RegExp][] = [
  ['verve', /^(506(09[9]|1\d\d|20[0-8])|6500(0[2-9]|1\d|2[0-7]))/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|5)/],
];

/**
 * A card on its way from one request to the gateway. It lives in memory only: everything that prints
 * (JSON, logs, inspect, string templates) shows stars, because its fields are private and no property is enumerable.
 */
export class CardData {
  readonly #number: string;
  readonly #expiryMonth: string;
  readonly #expiryYear: string;
  readonly #cvv: string;
  readonly #name: string | undefined;

  /** `number` may hold spaces or dashes; `expiryYear` may have two or four digits. Nothing is checked: the gateway decides. */
  constructor(card: { number: string; expiryMonth: string; expiryYear: string; cvv: string; name?: string }) {
    this.#number = card.number.replace(/[\s-]/g, '');
    this.#expiryMonth = card.expiryMonth.trim().padStart(2, '0');
    this.#expiryYear = card.expiryYear.trim().slice(-2);
    this.#cvv = card.cvv.trim();
    this.#name = card.name;
  }

  get number(): string {
    return this.#number;
  }

  /** Two digits, 01 to 12. */
  get expiryMonth(): string {
    return this.#expiryMonth;
  }

  /** Two digits. */
  get expiryYear(): string {
    return this.#expiryYear;
  }

  get cvv(): string {
    return this.#cvv;
  }

  get name(): string | undefined {
    return this.#name;
  }

  get brand(): CardBrand {
    return BRANDS.find(([, pattern]) => pattern.test(this.#number))?.[0] ?? 'unknown';
  }

  get last4(): string {
    return this.#number.slice(-4);
  }

  toString(): string {
    return `[card ****${this.last4}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

export interface CardChargeRequest {
  /** Our reference: one per attempt, so that the outcome can be asked for. */
  txRef: string;
  amountMinor: bigint;
  currency: string;
  email: string;
  fullName?: string;
  card: CardData;
  /** Where the bank's challenge page sends the buyer back to; http(s). */
  redirectUrl: string;
  clientIp?: string;
  /** Shown to the buyer on the challenge page. */
  merchantName?: string;
  /** Only when the PIN is known from the start; otherwise `validate` adds it. */
  authorization?: { mode: 'pin'; pin: string };
}

export interface CardChargeResult {
  /** `successful` is what the gateway answered, not yet proof: compare `transactionByRef` before crediting. */
  kind: 'successful' | 'failed' | 'pending';
  /** Handle for `validate`. A later step may answer another one: keep the newest. */
  gwRef: string;
  /** Null while the gateway has made no transaction yet (it waits for the card's PIN). */
  gatewayTransactionId: string | null;
  /** What a pending charge waits for; null means: ask again later by `txRef`. */
  authMode: 'pin' | 'otp' | 'redirect' | null;
  redirectUrl?: string;
  declineReason?: string;
}

export interface GatewayTransaction {
  id: string;
  txRef: string;
  gwRef: string;
  status: 'successful' | 'failed' | 'pending';
  amountMinor: bigint;
  currency: string;
  /** What the buyer was debited; compare it with the expected amount before crediting. */
  chargedAmountMinor: bigint;
  processorResponse: string;
  card?: { brand: string; last4: string; token?: string };
}

export interface RefundRequest {
  gatewayTransactionId: string;
  amountMinor: bigint;
  /** Ours, one per refund: the simulator answers a repeated one with the first refund. */
  reference: string;
}

export interface RefundResult {
  refundId: string;
  /** `pending`: taken, and not carried out yet; it may fail. */
  status: 'completed' | 'pending' | 'failed';
  amountMinor: bigint;
}

/**
 * The company that collects payments (cards first of all), as deposits and checkout see it; the class is its own injection token.
 * Every method may throw `GatewayOutcomeUnknown` (keep the state, ask later by `txRef`, never send again)
 * or `GatewayRejected` (the company refused this request).
 */
export abstract class PaymentGateway {
  /** Starts a charge. A declined card is a result (`failed`), not an error. */
  abstract charge(request: CardChargeRequest): Promise<CardChargeResult>;

  /**
   * Answers a pending charge with the buyer's OTP or card PIN. Call it once at a time per charge: claim the attempt first.
   * `GatewayRejected` here says that this code was not taken, not that the charge failed.
   */
  abstract validate(step: { gwRef: string; otp: string }): Promise<CardChargeResult>;

  /** Asks for an account number to transfer to; NGN alone. Without an answer nobody knows the number, and no money comes. */
  abstract bankTransfer(request: BankTransferRequest): Promise<BankAccountOffer>;

  /** Asks for a code to dial; NGN alone. Without an answer nobody can dial it. */
  abstract ussd(request: UssdRequest): Promise<UssdOffer>;

  /** Sends a prompt to a phone. After `GatewayOutcomeUnknown` it may have been sent. */
  abstract mobileMoney(request: MobileMoneyRequest): Promise<MobileMoneyResult>;

  /** Charges a saved card. A pending result with `authMode` asks for a buyer who is not there: take it for declined. */
  abstract chargeToken(request: TokenChargeRequest): Promise<CardChargeResult>;

  /** Every transaction under a reference, oldest first: an account number may be paid into several times. */
  abstract transactionsByRef(txRef: string): Promise<GatewayTransaction[]>;

  /** Null when the company knows no such reference; a charge still under way may yet appear. */
  abstract transactionByRef(txRef: string): Promise<GatewayTransaction | null>;

  abstract transactionById(id: string): Promise<GatewayTransaction | null>;

  /** Returns money to where it came from. After `GatewayOutcomeUnknown`, repeat only with the same `reference`. */
  abstract refund(request: RefundRequest): Promise<RefundResult>;

  /** What became of a refund that was `pending`; null when the company knows no such refund. */
  abstract refundById(refundId: string): Promise<RefundResult | null>;
}

/** Nobody knows whether the request took effect: time-out, broken connection, 5xx or an answer that makes no sense. */
export class GatewayOutcomeUnknown extends Error {
  override readonly name = 'GatewayOutcomeUnknown';
}

/** The company understood the request and refused it; nothing was charged by it. The message is the company's, redacted. */
export class GatewayRejected extends Error {
  override readonly name = 'GatewayRejected';
}
