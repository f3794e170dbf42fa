import type { CardData } from './card-data';
import type { CardToken, PaidCard } from './saved-card';

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
  card?: PaidCard;
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

/** Ways of paying that the buyer completes away from us. `txRef` is ours, one per attempt. */
interface PaymentRequest {
  txRef: string;
  amountMinor: bigint;
  currency: string;
  email: string;
  fullName?: string;
}

export interface BankTransferRequest extends PaymentRequest {
  /** How long the account number is to take money. */
  expiresInSeconds: number;
  /** Shown to the buyer by their bank. */
  narration?: string;
}

/** An account number for one attempt. Whatever arrives on it is a transaction of its own under the attempt's `txRef`. */
export interface BankAccountOffer {
  gwRef: string;
  accountNumber: string;
  bankName: string;
  /** Null where the company names no end of its own. */
  expiresAt: Date | null;
  note: string | null;
  simulateUrl?: string;
}

export interface UssdRequest extends PaymentRequest {
  /** The buyer's bank, by the company's code. */
  bankCode: string;
}

export interface UssdOffer {
  gwRef: string;
  /** What the buyer dials, e.g. `*901*000*1234#`. */
  code: string;
  simulateUrl?: string;
}

export interface MobileMoneyRequest extends PaymentRequest {
  /** E.164. */
  phone: string;
  network: string;
  redirectUrl: string;
}

/** Pending until the buyer confirms on their phone, or on the page of `redirectUrl`. */
export type MobileMoneyResult = CardChargeResult & { simulateUrl?: string };

/** A charge of a card that was saved when its owner paid with it; no buyer is there to answer questions. */
export interface TokenChargeRequest extends PaymentRequest {
  /** `GatewayTransaction.card.token` of the first payment; the company wants the e-mail address of that payment too. */
  token: CardToken;
  narration?: string;
}

/** A permanent account number of a person, for any number of transfers of any amount. */
export interface VirtualAccountRequest {
  /** Ours: every transfer is a transaction of its own under it. */
  txRef: string;
  email: string;
  firstName: string;
  lastName: string;
  /** E.164. */
  phone: string | null;
  /** The person's Bank Verification Number, which must appear in no log. */
  bvn: { readonly digits: string };
  /** The name that payers see. */
  narration: string;
}

export interface VirtualAccountOffer {
  accountNumber: string;
  bankName: string;
  simulateUrl?: string;
}
