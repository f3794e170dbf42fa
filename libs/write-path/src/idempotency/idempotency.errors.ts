import { DomainError } from '@app/kernel';

export function keyConflict(): DomainError {
  return new DomainError(
    'conflict',
    'IDEMPOTENCY_CONFLICT',
    'This idempotency key was used for another request.',
  );
}

export function keyInProgress(): DomainError {
  return new DomainError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this idempotency key is still running.',
    { retry_after: 2 },
  );
}
