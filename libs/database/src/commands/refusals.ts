import { DomainError, type ErrorExtra, Money } from '@app/kernel';
import type { Work } from '../work/work';

/** Says what all bookings of the unit needed together, fees included. */
export function fundsRefusalOf({ journals }: Work): DomainError {
  const [first] = journals;
  if (!first) return insufficientFunds();
  const { currency } = first.amount;
  const paid = journals.filter(({ amount }) => amount.currency === currency);
  const zero = Money.zero(currency);
  const fee = paid.reduce((sum, journal) => sum.plus(journal.fee), zero);
  return insufficientFunds({ needed: paid.reduce((sum, { amount }) => sum.plus(amount), fee), fee });
}

/** Says what was needed, fee included, so that the caller can mend the amount. */
export function insufficientFunds(wish?: { needed: Money; fee: Money }, extra: ErrorExtra = {}): DomainError {
  const needed = wish ? `: ${textOf(wish.needed)} needed` : '';
  const fee = wish && !wish.fee.isZero ? `, including a fee of ${textOf(wish.fee)}` : '';
  const message = `Insufficient balance${needed}${fee}.`;
  return new DomainError('invalid', 'INSUFFICIENT_FUNDS', message, extra, { decidedOnState: true });
}

function textOf({ text, currency }: Money): string {
  return `${text} ${currency}`;
}

export function accountFrozen(): DomainError {
  return new DomainError('forbidden', 'FORBIDDEN', 'This wallet is frozen; contact support.');
}
