import { DomainError } from '@app/kernel';
import type { Work } from './work';

/** Says what was needed, fee included, so that the caller can mend the amount. */
export function insufficientFunds({ journals }: Work): DomainError {
  const first = journals[0];
  const needed = first ? first.amount.plus(first.fee) : null;
  const message = needed
    ? `Insufficient balance: ${needed.text} ${needed.currency} needed, including a fee of ${first!.fee.text} ${needed.currency}.`
    : 'Insufficient balance.';
  return new DomainError('invalid', 'INSUFFICIENT_FUNDS', message, {}, { decidedOnState: true });
}

export function accountFrozen(): DomainError {
  return new DomainError('forbidden', 'FORBIDDEN', 'This wallet is frozen; contact support.');
}
