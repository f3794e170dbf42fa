import type { Currency, Money } from '@app/kernel';

/** A bank account in the form that its country or its currency uses. */
export type BankDestination = { method: 'bank'; accountName: string } & (
  | {
      /** An account at a listed bank of NG, GH, KE or ZA. Ghanaian banks need the branch too. */
      scheme: 'local';
      country: 'NG' | 'GH' | 'KE' | 'ZA';
      currency: 'NGN' | 'GHS' | 'KES' | 'ZAR';
      bankCode: string;
      bankName: string;
      branchCode: string | null;
      accountNumber: string;
    }
  | { scheme: 'sort_code'; country: 'GB'; currency: 'GBP'; sortCode: string; accountNumber: string }
  | {
      scheme: 'aba';
      country: 'US';
      currency: 'USD';
      routingNumber: string;
      accountNumber: string;
      accountType: 'checking' | 'savings';
    }
  | { scheme: 'iban'; country: string; currency: 'EUR'; iban: string; bic: string | null }
);

/** Where a withdrawal goes. It is sealed at rest, and opened only for a call to the provider. */
export type PayoutDestination =
  | BankDestination
  | { method: 'mobile_money'; country: 'KE' | 'GH'; currency: Currency; network: string; phone: string }
  | { method: 'extwallet'; email: string };

/** What decides the provider of a destination. */
export type PayoutRoute =
  | { method: 'bank'; scheme: BankDestination['scheme'] }
  | { method: 'mobile_money' }
  | { method: 'extwallet' };

/** Who settles a withdrawal: a provider by itself, or finance by hand. */
export type Settlement = 'automatic' | 'manual';

/** A payout as it is sent. All of it stays the same for as long as the reference is used. */
export interface PayoutOrder {
  /** The id of the withdrawal. A provider pays one reference once. */
  reference: string;
  /** In the currency of the payout. */
  amount: Money;
  destination: PayoutDestination;
  /** Shown to the recipient by their bank or wallet. */
  narration: string;
  /** When the withdrawal was initiated: providers remember references for a limited time. */
  orderedAt: Date;
}

export type SendResult =
  /** The provider has taken the order. It may still fail. */
  | { result: 'accepted'; providerId: string | null; fee: Money | null }
  /** The provider will not pay this order. Only the first sending of a reference can have this result. */
  | { result: 'refused'; reason: string }
  /** Nothing was sent or taken; send the same order again later. `until`: not before. */
  | { result: 'not_now'; cause: NotNowCause; until: Date | null; reason: string };

export type NotNowCause = 'rate_limited' | 'credentials_refused' | 'insufficient_float';

/** What the provider says about a reference. */
export type PayoutReport =
  /** The provider knows no such reference now. A sending that is still on its way may arrive later. */
  | { result: 'absent' }
  /** The provider finds nothing by our reference: only sending the same order again shows what became of it. */
  | { result: 'send_again' }
  | FoundPayout;

export interface FoundPayout {
  result: 'found';
  status: PayoutStatus;
  providerId: string | null;
  /** What the provider pays, which may differ from the order. */
  amount: Money;
  fee: Money | null;
  /** False: the provider pays another account than the order's. */
  matchesDestination: boolean;
  /** The provider's explanation, redacted. */
  reason: string | null;
}

/**
 * `failed` and `returned` end without delivery, `returned` possibly after a delivery. `unclaimed` and `held` wait for
 * the recipient or the provider; of `unstarted` the provider has not begun the payment. `unknown` is a status that the
 * adapter does not know.
 */
export type PayoutStatus =
  'unstarted' | 'pending' | 'delivered' | 'failed' | 'returned' | 'unclaimed' | 'held' | 'unknown';

/**
 * A company that pays out. Every method throws `GatewayOutcomeUnknown` if there is no answer, or none that can be
 * read: the order may then have been taken.
 */
export abstract class PayoutProvider {
  /** Stored with the withdrawal; unique among providers. */
  abstract readonly name: string;

  /** Orders that it takes in a minute; null: any number. */
  readonly ordersPerMinute: number | null = null;

  /** Sends the order. `attempt` counts the sendings of this reference from 1. */
  abstract send(order: PayoutOrder, attempt: number): Promise<SendResult>;

  /** Asks what became of an order. It sends nothing. */
  abstract ask(order: PayoutOrder, providerId: string | null): Promise<PayoutReport>;

  /** Cancels a payout that the recipient has not claimed. False: it cannot be cancelled. */
  abstract cancel(providerId: string): Promise<boolean>;

  /** Our money at the provider; null if the provider does not say. */
  abstract balance(currency: Currency): Promise<Money | null>;
}

/** The providers of this installation. */
export abstract class PayoutRoutes {
  /** The provider that serves a destination; undefined: finance pays it by hand. */
  abstract providerFor(route: PayoutRoute): PayoutProvider | undefined;

  settlementFor(route: PayoutRoute): Settlement {
    return this.providerFor(route) ? 'automatic' : 'manual';
  }

  /** The provider that took a withdrawal, also if it serves no new ones. */
  abstract named(name: string): PayoutProvider | undefined;
}
