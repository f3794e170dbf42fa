import { DomainEvent, type Money } from '@app/kernel';

export type PayoutMethod = 'bank' | 'extwallet' | 'mobile_money';

/** What every event of a withdrawal says of its money. */
export interface PayoutTerms {
  uuid: string;
  method: PayoutMethod;
  /** In the currency of the wallet. */
  amount: Money;
  /** Paid on top of the amount. */
  fee: Money;
  /** What the recipient gets, in the currency of the payout; null while there is no exchange rate. */
  payout: Money | null;
  /** The wallet that pays. */
  accountId: string;
  /** The recipient, masked. */
  destination: string;
  /** Of a bank account, where it is known. */
  bankName: string | null;
}

/** A return, as a provider reports it. */
export interface ReportedReturn {
  returned: Money;
  /** Counts the reported returns of the withdrawal from 1. */
  number: number;
}

/** A withdrawal was initiated: amount and fee left the wallet. */
export class PayoutInitiated extends DomainEvent<PayoutTerms> {
  static override readonly type = 'payout.initiated';
}

/** A withdrawal that had waited for an exchange rate got one. */
export class PayoutPriced extends DomainEvent<PayoutTerms & { payout: Money }> {
  static override readonly type = 'payout.priced';
}

/** The money of a withdrawal was delivered. */
export class PayoutCompleted extends DomainEvent<
  PayoutTerms & {
    payout: Money;
    status: 'completed';
    /** What the provider takes for it; null where it is not known. */
    providerFee: Money | null;
  }
> {
  static override readonly type = 'payout.completed';
}

/** A withdrawal ended without delivery: amount and fee went back to the wallet. */
export class PayoutFailed extends DomainEvent<PayoutTerms & { status: 'failed'; reason: string }> {
  static override readonly type = 'payout.failed';
}

/** The provider says that it has the money of a completed withdrawal back. */
export class PayoutReturnReported extends DomainEvent<PayoutTerms & ReportedReturn> {
  static override readonly type = 'payout.return-reported';
}

/** The provider has said twice that it delivered a withdrawal after all, which it had reported as returned. */
export class PayoutReturnWithdrawn extends DomainEvent<PayoutTerms & ReportedReturn> {
  static override readonly type = 'payout.return-withdrawn';
}

/** Returned money was credited to the wallet. The withdrawal stays completed, and its fee is kept. */
export class PayoutReturned extends DomainEvent<
  PayoutTerms & {
    status: 'completed';
    returned: Money;
    /** In the currency of the wallet. */
    credited: Money;
  }
> {
  static override readonly type = 'payout.returned';
}

/**
 * The provider delivered a withdrawal that had failed, or whose return was credited, so it was paid and refunded: the
 * loss is the service's.
 */
export class PayoutPaidLate extends DomainEvent<PayoutTerms & { payout: Money; providerId: string | null }> {
  static override readonly type = 'payout.paid-late';
}

/** Finance sent money of the service to a provider, to pay withdrawals from. */
export class FloatFunded extends DomainEvent<{
  method: PayoutMethod;
  amount: Money;
  /** The bank's reference of the transfer; one is booked only once. */
  reference: string;
}> {
  static override readonly type = 'payout.float-funded';
}
