import { DomainError } from '@app/kernel';

/** Too many different questions about one charge wait for their turn. */
export function tooManyQuestions(): DomainError {
  return new DomainError(
    'rate-limited',
    'RATE_LIMITED',
    'Too many questions about this payment; ask again.',
    {
      retry_after: 5,
    },
  );
}

/** The gateway cannot be asked just now; nothing was changed. */
export function gatewayAway(): DomainError {
  return new DomainError('upstream', 'GATEWAY_ERROR', 'The card gateway does not answer; ask again.', {
    retry_after: 5,
  });
}
