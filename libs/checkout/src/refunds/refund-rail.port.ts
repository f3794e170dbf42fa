import type { ServiceAccount } from '@app/database';
import type { Currency, Mode, Money } from '@app/kernel';

/** An account as a payer names it. */
export type GivenAccount =
  | {
      type: 'bank';
      bankCode: string;
      branchCode: string | undefined;
      accountNumber: string;
      accountName: string | undefined;
    }
  | { type: 'mobile_money'; network: string; phone: string };

/** What payers can name in a currency. Without banks and networks: nothing. */
export interface AccountChoices {
  banks: readonly Choice[];
  /** Whether the branch of the bank has to be named. */
  hasBranches: boolean;
  /** Whether banks say who holds an account; otherwise the payer does. */
  namesHolder: boolean;
  /** Of mobile money. */
  networks: readonly string[];
}

export interface Choice {
  code: string;
  name: string;
}

/** An account that can be paid. It is sealed at rest. */
export interface PayableAccount {
  /** As the rail needs it, in JSON. */
  destination: object;
  /** As it may be shown. */
  shown: string;
  /** The name that the bank has; null where it does not say. */
  holder: string | null;
  /** The account of the service that pays it. */
  paidFrom: ServiceAccount;
}

/** A payment to an account. All of it stays the same for as long as the reference is used. */
export interface RailOrder {
  mode: Mode;
  /** The rail pays one reference once. */
  reference: string;
  amount: Money;
  account: PayableAccount;
  orderedAt: Date;
  /** The name of the provider that pays it. */
  provider: string;
  /** That provider's name for it; null: not known. */
  providerId: string | null;
}

export type RailOutcome =
  /** `fee`: what the provider takes for it; null where it is not known. */
  | { result: 'delivered'; providerId: string; fee: Money | null }
  /** It may still fail. */
  | { result: 'taken'; providerId: string }
  | { result: 'refused'; reason: string }
  /** Nothing was sent. */
  | { result: 'postponed'; until: Date }
  /** The provider knows no such reference now. */
  | { result: 'absent' }
  /** What the provider says fits no answer: staff have to look. */
  | { result: 'unclear'; reason: string }
  /** It is not known whether it was taken. */
  | { result: 'unanswered' };

/** Pays refunds to accounts, where the company that collected a payment cannot send it back. */
export abstract class RefundRail {
  /** Throws GATEWAY_ERROR where the banks cannot be listed now. */
  abstract choices(mode: Mode, currency: Currency): Promise<AccountChoices>;

  /** Throws VALIDATION_ERROR for an unknown bank, and GATEWAY_ERROR. */
  abstract branches(mode: Mode, currency: Currency, bankCode: string): Promise<readonly Choice[]>;

  /** Throws VALIDATION_ERROR for what is no account in this currency, and GATEWAY_ERROR. Banks charge for it. */
  abstract find(mode: Mode, currency: Currency, given: GivenAccount): Promise<PayableAccount>;

  /** Null: no provider pays this account, so that finance does it by hand. */
  abstract providerFor(mode: Mode, account: PayableAccount): string | null;

  abstract send(order: RailOrder): Promise<RailOutcome>;

  /** It sends nothing. */
  abstract ask(order: RailOrder): Promise<RailOutcome>;
}
