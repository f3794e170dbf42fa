import type { ChargeOutcome } from '@app/charges';
import type { InitiatedDeposit } from './commands/initiate-deposit';
import type { Deposit } from './deposit.aggregate';
import { cardDeclined } from './deposit.errors';

/** What a deposit looks like on the wire: a charge that is under way, waits, or has an unknown outcome is pending. */
function wireStatus({ status }: Deposit): 'pending' | 'successful' | 'failed' {
  return status === 'successful' || status === 'failed' ? status : 'pending';
}

export function initiatedView({ deposit, checkoutUrl }: InitiatedDeposit) {
  return {
    tx_ref: deposit.txRef,
    method: deposit.method,
    status: wireStatus(deposit),
    amount: deposit.amount.toJsonNumber(),
    currency: deposit.currency,
    ...(checkoutUrl && { checkout_url: checkoutUrl }),
  };
}

/** After a step of a charge; `outcome` is what came of it, and carries what only the answer to that step shows. */
export function chargeView(deposit: Deposit, outcome?: ChargeOutcome) {
  const { txRef: tx_ref, gwRef: gw_ref, status, authMode } = deposit;
  if (status === 'failed') return cardDeclined({ tx_ref, gw_ref, reason: deposit.failureReason! });
  const isWaiting = status === 'awaiting';
  if (isWaiting && outcome?.kind === 'code-refused') {
    const { triesLeft: tries_left } = deposit.charge;
    return cardDeclined({ tx_ref, gw_ref, reason: outcome.reason, tries_left });
  }
  const page = isWaiting && outcome?.kind === 'waiting' ? outcome.redirectUrl : undefined;
  return {
    tx_ref,
    gw_ref,
    transaction_id: transactionOf(deposit, outcome),
    status: wireStatus(deposit),
    auth_mode: isWaiting ? authMode : null,
    ...(page && { redirect_url: page }),
  };
}

/** The gateway's id of the charge, as `verify-gateway` takes it; null while the gateway has not said it. */
function transactionOf({ creditedTransactions }: Deposit, outcome?: ChargeOutcome): string | null {
  if (outcome?.kind === 'paid') return outcome.payment.gatewayTransactionId;
  if (outcome?.kind === 'waiting') return outcome.gatewayTransactionId ?? null;
  return creditedTransactions.at(-1) ?? null;
}

/** What the wallet got; before that, what was asked for. */
export function creditView(deposit: Deposit) {
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
