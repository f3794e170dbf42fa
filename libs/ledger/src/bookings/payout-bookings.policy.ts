import type { Leg } from '@app/write-path';
import type { ServiceAccount } from '@app/database';
import { Money } from '@app/kernel';
import { type Booking, conversion, customer, service } from './booking';
import type {
  FloatFunded,
  PayoutCompleted,
  PayoutFailed,
  PayoutInitiated,
  PayoutMethod,
  PayoutPaidLate,
  PayoutPriced,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
  PayoutTerms,
  ReportedReturn,
} from '../money/payout-money.events';

/** Our money at the providers of each method; below zero: they hold it. */
export const FLOATS: Readonly<Record<PayoutMethod, ServiceAccount>> = {
  bank: 'bank-payout-float',
  extwallet: 'extwallet-payout-float',
  mobile_money: 'mobile-money-float',
};

/** Natural key of the one booking that ends a withdrawal; its id follows. */
export const PAYOUT_ENDED_KEY = 'payout-ended ';

/** Amount and fee leave the wallet. The amount is owed in the currency of the payout, or of the wallet without a rate. */
export function payoutInitiated({ data }: PayoutInitiated): Booking {
  const { uuid, amount, fee, payout, accountId } = data;
  const owed = payout ?? amount;
  return {
    ...about(data),
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

/** The debt changes from the currency of the wallet to that of the payout. */
export function payoutPriced({ data }: PayoutPriced): Booking {
  const { uuid, amount, payout } = data;
  return {
    ...withoutFee(data, 'payout_priced', amount),
    once: `payout-priced ${uuid}`,
    legs: [
      service('payouts-payable', amount.negated()),
      ...conversion(amount, payout),
      service('payouts-payable', payout),
    ],
  };
}

/** The float pays the debt, the fee becomes revenue, and the provider's own fee is a cost. */
export function payoutCompleted({ data }: PayoutCompleted): Booking {
  const { uuid, method, fee, payout, providerFee } = data;
  const cost: Leg[] = providerFee
    ? [service(FLOATS[method], providerFee), service('payout-costs', providerFee.negated())]
    : [];
  return {
    ...withoutFee(data, 'payout_completed', payout),
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

/** Amount and fee go back as they came, at the rate that they were converted at. */
export function payoutFailed({ data }: PayoutFailed): Booking {
  const { uuid, amount, fee, payout, accountId } = data;
  const owed = payout ?? amount;
  return {
    ...withoutFee(data, 'payout_refund', amount.plus(fee)),
    once: `${PAYOUT_ENDED_KEY}${uuid}`,
    legs: [
      service('payouts-payable', owed.negated()),
      ...conversion(owed, amount),
      service('payout-fees-held', fee.negated()),
      customer(accountId, amount.plus(fee)),
    ],
  };
}

/** The provider has the money again; it is set aside until the provider has said so twice. */
export function payoutReturnReported({ data }: PayoutReturnReported): Booking {
  const { method, returned } = data;
  return {
    ...withoutFee(data, 'payout_returned', returned),
    once: `payout-returned ${returnOf(data)}`,
    legs: [service(FLOATS[method], returned.negated()), service('payout-returns', returned)],
  };
}

/** The provider has paid it after all, as it was booked before. */
export function payoutReturnWithdrawn({ data }: PayoutReturnWithdrawn): Booking {
  const { method, returned } = data;
  return {
    ...withoutFee(data, 'payout_return_withdrawn', returned),
    once: `payout-return-withdrawn ${returnOf(data)}`,
    legs: [service('payout-returns', returned.negated()), service(FLOATS[method], returned)],
  };
}

/** What was returned, at the rate of the withdrawal. The fee is kept. */
export function payoutReturned({ data }: PayoutReturned): Booking {
  const { uuid, returned, credited, accountId } = data;
  return {
    ...withoutFee(data, 'payout_refund', credited),
    once: `payout-return-credited ${uuid}`,
    legs: [
      service('payout-returns', returned.negated()),
      ...conversion(returned, credited),
      customer(accountId, credited),
    ],
  };
}

/** The float paid what the wallet got back. */
export function payoutPaidLate({ data }: PayoutPaidLate): Booking {
  const { uuid, method, payout } = data;
  return {
    ...withoutFee(data, 'payout_paid_late', payout),
    once: `payout-paid-late ${uuid}`,
    legs: [service(FLOATS[method], payout), service('payout-losses', payout.negated())],
  };
}

/** Money of the service goes to a provider. */
export function floatFunded({ aggregateId, data: { method, amount, reference } }: FloatFunded): Booking {
  return {
    type: 'float_funded',
    amount,
    fee: Money.zero(amount.currency),
    reference,
    related: { type: 'payout_float', id: aggregateId },
    once: `float-funded ${reference}`,
    legs: [service(FLOATS[method], amount.negated()), service('treasury', amount)],
  };
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
