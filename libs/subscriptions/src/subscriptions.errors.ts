import { DomainError, invalidState } from '@app/kernel';

export function immutableField(field: string): DomainError {
  const message = `${field} of a plan never changes; create another plan.`;
  return new DomainError('invalid', 'IMMUTABLE_FIELD', message, { errors: [{ field, message }] });
}

export function duplicateSubscription(): DomainError {
  const message = 'This customer has an open subscription to this plan; allow_duplicate permits another one.';
  return new DomainError('conflict', 'DUPLICATE_SUBSCRIPTION', message, {}, { decidedOnState: true });
}

export function tooManyPlans(max: number): DomainError {
  return new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `An account can have at most ${max} plans in each mode.`,
    {},
    { decidedOnState: true },
  );
}

export const notScheduled = () =>
  invalidState('Only a subscription that is scheduled to be cancelled can be resumed.');
