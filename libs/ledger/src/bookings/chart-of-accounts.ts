import { Money } from '@app/kernel';
import { type Booking, conversion, customer, service } from './booking';
import { clearingOf } from './clearing.policy';
import {
  CheckoutSessionCompleted,
  type ListedMoneyEvent,
  PaymentUnapplied,
  UnappliedPaymentApplied,
  UnappliedPaymentRefunded,
} from '../money/money.events';

/** Natural key of the payment of a session. */
export const checkoutKey = (sessionId: string): string => `checkout ${sessionId}`;

/** Natural key of the credit of unapplied money. */
export const unappliedCreditKey = (gateway: string, transactionId: string): string =>
  `unapplied-credit ${gateway} ${transactionId}`;

/**
 * A separate type that cannot be reversed, because the reversed money would have no owner and be in no queue.
 */
export const UNAPPLIED_CREDIT = 'unapplied_credit';

/**
 * The booking of each event that moves money, as a pure function. Legs sum to zero in each currency; a positive
 * leg adds to an account, a negative one takes from it.
 */
export function bookingOf(event: ListedMoneyEvent): Booking | null {
  if (event instanceof CheckoutSessionCompleted) return checkout(event);
  if (event instanceof PaymentUnapplied) return unapplied(event);
  if (event instanceof UnappliedPaymentRefunded) return unappliedRefund(event);
  return unappliedCredit(event);
}

/**
 * The merchant gets the face amount, whatever currency the buyer paid in, also where the payment settles an invoice. Money held in escrow is booked on the
 * merchant's locked account, and the fee separately until it is earned or returned. Test mode books nothing.
 */
function checkout({ mode, ownerId, data }: CheckoutSessionCompleted): Booking | null {
  const { sessionId, orderRef, description, amount, fee, charged, gateway, payer, accountId, escrow } = data;
  const { bookedAs } = data;
  if (mode === 'test' || !accountId) return null;
  return {
    type: bookedAs?.type ?? (escrow ? 'escrow_lock' : 'checkout'),
    amount,
    fee,
    reference: bookedAs?.reference ?? orderRef ?? sessionId,
    description: description ?? undefined,
    related: bookedAs?.related ?? { type: 'checkout_session', id: sessionId },
    once: checkoutKey(sessionId),
    legs: [
      payer
        ? customer(payer.accountId, charged.negated(), ownerId)
        : service(clearingOf(gateway), charged.negated()),
      ...conversion(charged, amount.plus(fee)),
      customer(accountId, amount, payer?.ownerId),
      service('escrow-fees-held', fee),
    ],
  };
}

/** Books money without an owner as unapplied until staff refund or apply it. */
function unapplied({
  mode,
  data: { sessionId, gateway, gatewayTransactionId, amount },
}: PaymentUnapplied): Booking | null {
  if (mode === 'test') return null;
  return {
    type: 'unapplied',
    amount,
    fee: Money.zero(amount.currency),
    reference: sessionId,
    related: { type: 'checkout_session', id: sessionId },
    once: `unapplied ${gateway} ${gatewayTransactionId}`,
    legs: [service(clearingOf(gateway), amount.negated()), service('unapplied', amount)],
  };
}

/** The money was returned, so the gateway no longer owes it. */
function unappliedRefund({
  mode,
  data: { sessionId, gateway, gatewayTransactionId, amount },
}: UnappliedPaymentRefunded): Booking | null {
  if (mode === 'test') return null;
  return {
    type: 'unapplied_refund',
    amount,
    fee: Money.zero(amount.currency),
    reference: sessionId,
    related: { type: 'checkout_session', id: sessionId },
    once: `unapplied-refund ${gateway} ${gatewayTransactionId}`,
    legs: [service('unapplied', amount.negated()), service(clearingOf(gateway), amount)],
  };
}

function unappliedCredit({
  mode,
  data: { sessionId, gateway, gatewayTransactionId, amount, accountId, credited, settles },
}: UnappliedPaymentApplied): Booking | null {
  if (mode === 'test') return null;
  return {
    type: UNAPPLIED_CREDIT,
    amount: credited,
    fee: Money.zero(credited.currency),
    reference: settles?.reference ?? sessionId,
    related: settles?.related ?? { type: 'checkout_session', id: sessionId },
    once: unappliedCreditKey(gateway, gatewayTransactionId),
    legs: [
      service('unapplied', amount.negated()),
      ...conversion(amount, credited),
      customer(accountId, credited),
    ],
  };
}
