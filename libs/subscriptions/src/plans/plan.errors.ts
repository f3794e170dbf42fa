import { DomainError } from '@app/kernel';

export function immutableField(field: string): DomainError {
  const message = `${field} of a plan never changes; create another plan.`;
  return new DomainError('invalid', 'IMMUTABLE_FIELD', message, {
    errors: [{ field, code: 'invalid_field', message }],
  });
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
