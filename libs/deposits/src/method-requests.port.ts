import type { CardChargeResult } from './payment-gateway.port';

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

/** A charge of a card that was saved when its owner paid with it; nobody is there to answer questions. */
export interface TokenChargeRequest extends PaymentRequest {
  /** `GatewayTransaction.card.token` of the first payment; the company wants the e-mail address of that payment too. */
  token: string;
  narration?: string;
}
