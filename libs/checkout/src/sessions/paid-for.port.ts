import type { Prepared } from '@app/write-path';
import type { PaidCard } from '@app/charges';
import type { Interval, Mode, Money } from '@app/kernel';
import type { BookedAs } from '../money/checkout.money';

/** A session as those it was opened for know it. */
export interface PaidSession {
  sessionId: string;
  ownerId: string;
  mode: Mode;
  /** The reference it was opened with. */
  orderRef: string | null;
  /** The object that it was opened for; null for deposits. */
  originId: string | null;
}

/** Money that a gateway confirmed for a session, or that a wallet paid. */
export interface PaymentOfSession {
  gateway: string;
  gatewayTransactionId: string;
  /** How it was paid, such as `card`. */
  method: string;
  /** The wallet that paid with its owner's PIN; null where a gateway collected the money, and in test mode. */
  wallet: { ownerId: string; accountId: string } | null;
  /** The card that paid, where its payer agreed to further charges of it. */
  card: ConsentedCard | null;
  /** What arrived; for a payment to the merchant what is credited, in the currency of the session. */
  amount: Money;
  /** It is booked already, as an unapplied payment, and credited from there. */
  isSetAside: boolean;
}

/** A session that is no payment to its merchant: it credits by itself, with an event of its own, in live mode only. */
export interface CreditsItself {
  readonly credits: 'itself';
  /**
   * Reads what the credit takes; applying it stages the credit in the current unit of work and gives the account that is
   * credited. A transaction credited before changes nothing.
   */
  prepare(session: PaidSession, payment: PaymentOfSession): Promise<Prepared<string>>;
}

/** A session that pays its merchant and settles an object, such as an invoice, in both modes. */
export interface CreditsMerchant {
  readonly credits: 'merchant';
  /**
   * Reads what the payment settles; applying it stages the settlement in the current unit of work and gives how the
   * payment is booked. The command starts over where `refusalOf` would refuse the money by now.
   */
  prepare(session: PaidSession, payment: PaymentOfSession): Promise<Prepared<BookedAs>>;
  /**
   * Whether the object is not to be paid any more, so that money that arrives for it goes back by itself; null: it is.
   * Applying stages what the refusal means for the object.
   */
  refusalOf?(session: PaidSession): Promise<Prepared<void> | null>;
  /** Whether no payment of the object begins any more, as those who have its link may learn. */
  hasEnded?(session: PaidSession): Promise<boolean>;
  /** What paying the session authorises for the future; null or absent: nothing. */
  authorityOf?(sessionId: string): Promise<RecurringCharge | null>;
}

/** A payer's consent to further charges of the card that they pay with. */
export interface CardConsent {
  at: Date;
  /** Of the client that agreed; null where the card came from the server of the merchant. */
  address: string | null;
  /** Version of the text that the page showed. */
  terms: string;
}

export interface ConsentedCard extends PaidCard {
  consent: CardConsent;
}

/**
 * A charge that recurs until it is stopped: to a wallet, whose owner authorises it with their PIN, or to a card, whose
 * holder authorises it by paying.
 */
export interface RecurringCharge {
  from: 'wallet' | 'card';
  /** Version of the text in which the page states it. */
  terms: string;
  /** The most that one period can cost. */
  cap: Money;
  interval: Interval;
  intervalCount: number;
}

/** What a session is opened for, where it is more than a payment to its merchant. */
export type PaidFor = CreditsItself | CreditsMerchant;
