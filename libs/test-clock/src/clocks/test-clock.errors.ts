import { DomainError, invalid } from '@app/kernel';

export function clockAdvancing(): DomainError {
  const message =
    'The test clock is being advanced. Read it with action=now, and try again when its status is idle.';
  return new DomainError('conflict', 'INVALID_STATE', message, { retry_after: 1 }, { decidedOnState: true });
}

export function notForward(current: Date): DomainError {
  return invalid('to', `The test clock goes forward only: it is ${current.toISOString()}.`);
}

export function tooFar(): DomainError {
  return invalid('to', 'The test clock may be at most 10 years ahead of the real time.');
}

export function noSingleTarget(): DomainError {
  return invalid('to', 'Exactly one of to, days and hours must be given.');
}
