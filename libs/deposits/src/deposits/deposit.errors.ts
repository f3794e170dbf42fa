import { DomainError, invalidState } from '@app/kernel';

/** The card was declined, or a code was wrong; `tries_left` is there where the charge still waits for a right one. */
export function cardDeclined(extra: {
  tx_ref: string;
  gw_ref: string | null;
  reason: string;
  tries_left?: number;
}): DomainError {
  const message = `The card was declined: ${extra.reason}`;
  return new DomainError('invalid', 'CARD_DECLINED', message, extra, { decidedOnState: true });
}

/** The gateway refused to take the request at all: nothing was charged, and the same key may try again. */
export function gatewayRefused(): DomainError {
  return new DomainError(
    'upstream',
    'GATEWAY_ERROR',
    'The card gateway refused the request; nothing was charged.',
  );
}

export const chargeInProgress = () =>
  invalidState('A charge of this deposit is in progress; verify-gateway tells its outcome.');
export const alreadyPaid = () => invalidState('This deposit is already paid.');
export const paidOnItsPage = () =>
  invalidState('This deposit is paid on its checkout page, not by a direct charge.');
export const waitsForNoCode = () => invalidState('This charge does not wait for a PIN or one-time password.');
