import { DomainError } from '@app/kernel';

/** The gateway cannot be asked just now; nothing was changed. */
export function gatewayAway(): DomainError {
  return new DomainError('upstream', 'GATEWAY_ERROR', 'The card gateway does not answer; ask again.', {
    retry_after: 5,
  });
}
