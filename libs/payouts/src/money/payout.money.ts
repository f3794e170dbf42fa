import type { Leg } from '@app/write-path';
import type { ServiceAccount } from '@app/database';
import { Money } from '@app/kernel';
import { type Booking, conversion, customer, MoneyEvent, service } from '@app/ledger';

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

/** Our money at the providers of each method; below zero: they hold it. */
export const FLOATS: Readonly<Record<PayoutMethod, ServiceAccount>> = {
  bank: 'bank-payout-float',
  extwallet: 'extwallet-payout-float',
  mobile_money: 'mobile-money-float',
};

/** Natural key of the one booking that ends a withdrawal; its id follows. */
export const PAYOUT_ENDED_KEY = 'payout-ended ';

/** A withdrawal was initiated: amount and fee left the wallet. */
export class PayoutInitiated extends MoneyEvent<PayoutTerms> {
  static override readonly type = 'payout.initiated';

  /** Amount and fee leave the wallet. The amount is owed in the currency of the payout, or of the wallet without a rate. */
  booking(): Booking {
    const { uuid, amount, fee, payout, accountId } = this.data;
    const owed = payout ?? amount;
    return {
      ...about(this.data),
      id: uuid,
      type: 'payout',
      amount,
      fee,
      once: `payout ${uuid}`,
      legs: [
        customer(accountId, amount.plus(fee).negated()),
        ...conversion(amount, owed),
        service('payouts-payable', owed),
        service('payout-fees-held', fee),
      ],
    };
  }
}

/** A withdrawal that had waited for an exchange rate got one. */
export class PayoutPriced extends MoneyEvent<PayoutTerms & { payout: Money }> {
  static override readonly type = 'payout.priced';

  /** The debt changes from the currency of the wallet to that of the payout. */
  booking(): Booking {
    const { uuid, amount, payout } = this.data;
    return {
      ...withoutFee(this.data, 'payout_priced', amount),
      once: `payout-priced ${uuid}`,
      legs: [
        service('payouts-payable', amount.negated()),
        ...conversion(amount, payout),
        service('payouts-payable', payout),
      ],
    };
  }
}

/** The money of a withdrawal was delivered. */
export class PayoutCompleted extends MoneyEvent<
  PayoutTerms & {
    payout: Money;
    status: 'completed';
    /** What the provider takes for it; null where it is not known. */
    providerFee: Money | null;
  }
> {
  static override readonly type = 'payout.completed';

  /** The float pays the debt, the fee becomes revenue, and the provider's own fee is a cost. */
  booking(): Booking {
    const { uuid, method, fee, payout, providerFee } = this.data;
    const cost: Leg[] = providerFee
      ? [service(FLOATS[method], providerFee), service('payout-costs', providerFee.negated())]
      : [];
    return {
      ...withoutFee(this.data, 'payout_completed', payout),
      once: `${PAYOUT_ENDED_KEY}${uuid}`,
      legs: [
        service('payouts-payable', payout.negated()),
        service(FLOATS[method], payout),
        service('payout-fees-held', fee.negated()),
        service('payout-fees', fee),
        ...cost,
      ],
    };
  }
}

/** A withdrawal ended without delivery: amount and fee went back to the wallet. */
export class PayoutFailed extends MoneyEvent<PayoutTerms & { status: 'failed'; reason: string }> {
  static override readonly type = 'payout.failed';

  /** Amount and fee go back as they came, at the rate that they were converted at. */
  booking(): Booking {
    const { uuid, amount, fee, payout, accountId } = this.data;
    const owed = payout ?? amount;
    return {
      ...withoutFee(this.data, 'payout_refund', amount.plus(fee)),
      once: `${PAYOUT_ENDED_KEY}${uuid}`,
      legs: [
        service('payouts-payable', owed.negated()),
        ...conversion(owed, amount),
        service('payout-fees-held', fee.negated()),
        customer(accountId, amount.plus(fee)),
      ],
    };
  }
}

/** The provider says that it has the money of a completed withdrawal back. */
export class PayoutReturnReported extends MoneyEvent<PayoutTerms & ReportedReturn> {
  static override readonly type = 'payout.return-reported';

  /** The provider has the money again; it is set aside until the provider has said so twice. */
  booking(): Booking {
    const { method, returned } = this.data;
    return {
      ...withoutFee(this.data, 'payout_returned', returned),
      once: `payout-returned ${returnOf(this.data)}`,
      legs: [service(FLOATS[method], returned.negated()), service('payout-returns', returned)],
    };
  }
}

/** The provider has said twice that it delivered a withdrawal after all, which it had reported as returned. */
export class PayoutReturnWithdrawn extends MoneyEvent<PayoutTerms & ReportedReturn> {
  static override readonly type = 'payout.return-withdrawn';

  /** The provider has paid it after all, as it was booked before. */
  booking(): Booking {
    const { method, returned } = this.data;
    return {
      ...withoutFee(this.data, 'payout_return_withdrawn', returned),
      once: `payout-return-withdrawn ${returnOf(this.data)}`,
      legs: [service('payout-returns', returned.negated()), service(FLOATS[method], returned)],
    };
  }
}

/** Returned money was credited to the wallet. The withdrawal stays completed, and its fee is kept. */
export class PayoutReturned extends MoneyEvent<
  PayoutTerms & {
    status: 'completed';
    returned: Money;
    /** In the currency of the wallet. */
    credited: Money;
  }
> {
  static override readonly type = 'payout.returned';

  /** What was returned, at the rate of the withdrawal. The fee is kept. */
  booking(): Booking {
    const { uuid, returned, credited, accountId } = this.data;
    return {
      ...withoutFee(this.data, 'payout_refund', credited),
      once: `payout-return-credited ${uuid}`,
      legs: [
        service('payout-returns', returned.negated()),
        ...conversion(returned, credited),
        customer(accountId, credited),
      ],
    };
  }
}

/**
 * The provider delivered a withdrawal that had failed, or whose return was credited, so it was paid and refunded: the
 * loss is the service's.
 */
export class PayoutPaidLate extends MoneyEvent<PayoutTerms & { payout: Money; providerId: string | null }> {
  static override readonly type = 'payout.paid-late';

  /** The float paid what the wallet got back. */
  booking(): Booking {
    const { uuid, method, payout } = this.data;
    return {
      ...withoutFee(this.data, 'payout_paid_late', payout),
      once: `payout-paid-late ${uuid}`,
      legs: [service(FLOATS[method], payout), service('payout-losses', payout.negated())],
    };
  }
}

/** Finance sent money of the service to a provider, to pay withdrawals from. */
export class FloatFunded extends MoneyEvent<{
  method: PayoutMethod;
  amount: Money;
  /** The bank's reference of the transfer; one is booked only once. */
  reference: string;
}> {
  static override readonly type = 'payout.float-funded';

  /** Money of the service goes to a provider. */
  booking(): Booking {
    const { method, amount, reference } = this.data;
    return {
      type: 'float_funded',
      amount,
      fee: Money.zero(amount.currency),
      reference,
      related: { type: 'payout_float', id: this.aggregateId },
      once: `float-funded ${reference}`,
      legs: [service(FLOATS[method], amount.negated()), service('treasury', amount)],
    };
  }
}

/** A withdrawal has one return, unless its provider took the first one back. */
function returnOf({ uuid, number }: PayoutTerms & ReportedReturn): string {
  return number === 1 ? uuid : `${uuid} ${number}`;
}

function about({ uuid, destination }: PayoutTerms) {
  return {
    reference: uuid,
    description: `Withdrawal to ${destination}`,
    related: { type: 'payout', id: uuid },
  };
}

function withoutFee(data: PayoutTerms, type: string, amount: Money) {
  return { ...about(data), type, amount, fee: Money.zero(amount.currency) };
}
