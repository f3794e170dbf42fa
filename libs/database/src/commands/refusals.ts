import { DomainError, type Money } from '@app/kernel';
import type { Work } from '../work/work';

/** Says what was needed, fee included, so that the caller can mend the amount. */
export function insufficientFunds({ journals }: Work): DomainError {
  const first = journals[0];
  const needed = first ? `: ${textOf(first.amount.plus(first.fee))} needed` : '';
  const fee = first && !first.fee.isZero ? `, including a fee of ${textOf(first.fee)}` : '';
  const message = `Insufficient balance${needed}${fee}.`;
  return new DomainError('invalid', 'INSUFFICIENT_FUNDS', message, {}, { decidedOnState: true });
}

function textOf({ text, currency }: Money): string {
  return `${text} ${currency}`;
}

export function accountFrozen(): DomainError {
  return new DomainError('forbidden', 'FORBIDDEN', 'This wallet is frozen; contact support.');
}
