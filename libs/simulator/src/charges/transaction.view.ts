import { minorToJsonNumber } from '@app/kernel';
import type { SimulatedCharge } from './simulated-charge';
import type { SimulatedChargeback } from './simulated-chargebacks.store';
import type { SimulatedRefund } from './simulated-refunds.store';

/** A charge in the protocol's fields, as charge responses and events contain it, without the card's token. */
export function transactionView(charge: SimulatedCharge) {
  return {
    id: Number(charge.id),
    tx_ref: charge.tx_ref,
    flw_ref: charge.gw_ref,
    amount: minorToJsonNumber(BigInt(charge.amount_minor)),
    charged_amount: minorToJsonNumber(BigInt(charge.charged_minor)),
    app_fee: 0,
    merchant_fee: 0,
    amount_settled: minorToJsonNumber(BigInt(charge.charged_minor)),
    currency: charge.currency,
    status: charge.status,
    processor_response: charge.processor_response,
    auth_model: charge.awaits === 'challenge' ? 'VBVSECURECODE' : charge.awaits === 'otp' ? 'PIN' : 'NOAUTH',
    ip: charge.client_ip,
    narration: charge.merchant_name,
    payment_type: charge.method,
    created_at: charge.created_at.toISOString(),
    customer: { name: charge.full_name, email: charge.email },
    ...(charge.method === 'card' && { card: cardView(charge) }),
  };
}

function cardView({ last4, brand, card_expiry: expiry }: SimulatedCharge) {
  const type = brand.toUpperCase();
  return { last_4digits: last4, type, issuer: 'Simulated Bank', country: 'NG', ...(expiry && { expiry }) };
}

/** The same with the token of a paid card, which only verification returns. */
export function verifiedTransactionView(charge: SimulatedCharge) {
  const view = transactionView(charge);
  return charge.card_token ? { ...view, card: { ...cardView(charge), token: charge.card_token } } : view;
}

export function refundView(charge: SimulatedCharge, refund: SimulatedRefund) {
  return {
    id: Number(refund.id),
    tx_id: Number(charge.id),
    flw_ref: charge.gw_ref,
    amount_refunded: minorToJsonNumber(BigInt(refund.amount_minor)),
    status: refund.status,
    destination: charge.method,
    created_at: refund.created_at.toISOString(),
  };
}

const STAGES = ['new', 'second'];

/** An amount that is no number is shown as it was ordered. */
export function chargebackView(chargeback: SimulatedChargeback) {
  const { id, transaction_id, stage, status, amount, currency, reason, comment, due_at, created_at } =
    chargeback;
  return {
    id: Number(id),
    transaction_id: /^\d{1,15}$/.test(transaction_id) ? Number(transaction_id) : transaction_id,
    amount: Number.isFinite(Number(amount)) ? Number(amount) : amount,
    currency,
    status,
    stage: STAGES[stage - 1] ?? `stage-${stage}`,
    comment: reason,
    meta: { answer: comment },
    due_date: due_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
