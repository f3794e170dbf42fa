import type { FulfilledRequest } from './commands/fulfill-request';
import type { MadeRequest } from './commands/request-payment';
import { transferFee } from '../transfers/commands/transfer-funds';
import { transferView } from '../transfers/transfer.view';
import type { PaymentRequest } from './payment-request.aggregate';
import type { RequestView } from './payment-request.queries';

/** A request in a list. The asker sees the name of the asked account masked, as in look-ups, until it has paid. */
export function requestView({ id, amount, counterparty, direction, ...request }: RequestView) {
  const isStranger = direction === 'outgoing' && request.status !== 'paid';
  return {
    request_id: Number(id),
    direction,
    status: request.status,
    amount: amount.toJsonNumber(),
    fee: transferFee(amount).toJsonNumber(),
    currency: amount.currency,
    note: request.note,
    counterparty: counterparty && {
      usertag: counterparty.usertag,
      name: isStranger ? counterparty.maskedName : counterparty.name,
      type: counterparty.accountType,
    },
    transaction_id: request.transactionId,
    created_at: request.createdAt.toISOString(),
    expires_at: request.expiresAt.toISOString(),
    closed_at: request.closedAt?.toISOString() ?? null,
  };
}

export function madeRequestView({ request, asked }: MadeRequest) {
  const { amount, expiresAt } = request;
  return {
    ...standingView(request),
    amount: amount.toJsonNumber(),
    currency: amount.currency,
    recipient: { usertag: asked.usertag, name: asked.maskedName },
    expires_at: expiresAt.toISOString(),
  };
}

export function fulfilledView({ request, transfer }: FulfilledRequest) {
  // The asker revealed the name by asking, so it is not masked.
  return { ...transferView(transfer, { dryRun: false }), ...standingView(request) };
}

export function standingView({ id, status }: PaymentRequest) {
  return { request_id: Number(id), status };
}
