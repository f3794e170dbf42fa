import type { DomainError } from '@app/kernel';
import type { InitiatedDeposit } from './commands/initiate-deposit';
import { type Deposit, MAX_TRIES } from './deposit.aggregate';
import { cardDeclined } from './deposit.errors';

/** What a deposit looks like on the wire: a charge that is under way, waits, or has an unknown outcome is pending. */
function wireStatus({ status }: Deposit): 'pending' | 'successful' | 'failed' {
  return status === 'successful' || status === 'failed' ? status : 'pending';
}

export function initiatedView({ deposit, checkoutUrl }: InitiatedDeposit): object {
  return {
    tx_ref: deposit.txRef,
    method: deposit.method,
    status: wireStatus(deposit),
    amount: deposit.amount.toJsonNumber(),
    currency: deposit.currency,
    ...(checkoutUrl && { checkout_url: checkoutUrl }),
  };
}

/** After a step of a charge. `redirectUrl` is the bank's page, known to the answer of that step alone. */
export function chargeView(deposit: Deposit, redirectUrl?: string): object | DomainError {
  const { txRef: tx_ref, gwRef: gw_ref, status, authMode } = deposit;
  if (status === 'failed') return cardDeclined({ tx_ref, gw_ref, reason: deposit.failureReason! });
  return {
    tx_ref,
    gw_ref,
    status: wireStatus(deposit),
    auth_mode: status === 'awaiting' ? authMode : null,
    ...(status === 'awaiting' && redirectUrl && { redirect_url: redirectUrl }),
  };
}

/** After a code that the gateway did not take: the charge still waits, unless that was the last try. */
export function refusedCodeView(deposit: Deposit, reason: string): object | DomainError {
  if (deposit.status !== 'awaiting') return chargeView(deposit);
  const { txRef: tx_ref, gwRef: gw_ref, tries } = deposit;
  return cardDeclined({ tx_ref, gw_ref, reason, tries_left: MAX_TRIES - tries });
}

/** What the wallet got; before that, what was asked for. */
export function creditView(deposit: Deposit): object {
  const { credited } = deposit;
  const shown = credited ?? deposit.amount;
  return {
    tx_ref: deposit.txRef,
    status: wireStatus(deposit),
    amount: shown.toJsonNumber(),
    currency: shown.currency,
    credited: credited !== null,
  };
}
