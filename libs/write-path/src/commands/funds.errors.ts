import { DomainError, type ErrorExtra, invalidState, Money } from '@app/kernel';
import type { Journal } from '../unit-of-work/journal';
import { isServiceAccount } from '@app/database';
import type { PendingWrites } from '../unit-of-work/pending-writes';

/**
 * Returns the refusal that states what all bookings of the unit take from the payer, with fees, in the
 * account's currency.
 */
export function fundsRefusalOf({ journals }: PendingWrites): DomainError {
  const needed = neededBy(journals);
  if (!needed) return insufficientFunds();
  const [{ fee: first }, ...others] = journals as [Journal, ...Journal[]];
  const fee = others.reduce((sum, { fee }) => (fee.currency === sum.currency ? sum.plus(fee) : sum), first);
  return insufficientFunds({ needed, fee });
}

/** The total that the one paying customer owes; the service's own accounts may go below zero. */
function neededBy(journals: readonly Journal[]): Money | null {
  const legs = journals.flatMap((journal) => journal.legs);
  const payer = legs.find(({ accountId, amount }) => amount.minor < 0n && !isServiceAccount(accountId));
  if (!payer) return null;
  return legs
    .filter(({ accountId }) => accountId === payer.accountId)
    .reduce((sum, { amount }) => sum.minus(amount), Money.zero(payer.amount.currency));
}

/** The refusal with the required amount, fee included, so that the caller can correct the request. */
export function insufficientFunds(
  request?: { needed: Money; fee: Money },
  extra: ErrorExtra = {},
): DomainError {
  const needed = request ? `: ${textOf(request.needed)} needed` : '';
  const fee = request && !request.fee.isZero ? `, including a fee of ${textOf(request.fee)}` : '';
  const message = `Insufficient balance${needed}${fee}.`;
  return new DomainError('invalid', 'INSUFFICIENT_FUNDS', message, extra, { decidedOnState: true });
}

function textOf({ text, currency }: Money): string {
  return `${text} ${currency}`;
}

export function accountFrozen(): DomainError {
  return new DomainError('forbidden', 'FORBIDDEN', 'This wallet is frozen; contact support.');
}

export function payeeClosed(): DomainError {
  return invalidState('The account that is to be credited is closed.');
}
