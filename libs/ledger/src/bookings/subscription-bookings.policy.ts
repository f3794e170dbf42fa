import { Money } from '@app/kernel';
import { clearingOf } from './clearing.policy';
import { type Booking, conversion, customer, service } from './booking';
import type { SubscriptionCardCharged, SubscriptionCharged } from '../money/subscription-money.events';

/** Natural key of the charge of an invoice to a wallet; the id of the invoice follows. */
export const SUBSCRIPTION_CHARGE_KEY = 'subscription ';

/** Natural key of the charge of an invoice to a card; the id of the invoice follows. */
export const SUBSCRIPTION_CARD_KEY = 'subscription-card ';

/** The payment company owes the price of the cycle, which the merchant gets, once per invoice. */
export function subscriptionCardCharge({ data }: SubscriptionCardCharged): Booking {
  const { amount, charged, gateway, accountId } = data;
  return {
    ...ofInvoice(data, SUBSCRIPTION_CARD_KEY),
    legs: [
      service(clearingOf(gateway), charged.negated()),
      ...conversion(charged, amount),
      customer(accountId, amount),
    ],
  };
}

/** The payer's wallet pays the price of the cycle to the merchant, once per invoice. */
export function subscriptionCharge({ ownerId, data }: SubscriptionCharged): Booking {
  const { amount, debited, payer, accountId } = data;
  return {
    ...ofInvoice(data, SUBSCRIPTION_CHARGE_KEY),
    legs: [
      customer(payer.accountId, debited.negated(), ownerId),
      ...conversion(debited, amount),
      customer(accountId, amount, payer.ownerId),
    ],
  };
}

/** What every charge of an invoice is booked as, beside its legs. `key` begins the natural key. */
function ofInvoice(
  { invoiceId, planName, amount }: Pick<SubscriptionCharged['data'], 'invoiceId' | 'planName' | 'amount'>,
  key: string,
): Omit<Booking, 'legs'> {
  return {
    type: 'subscription',
    amount,
    fee: Money.zero(amount.currency),
    reference: invoiceId,
    description: planName,
    related: { type: 'subscription_invoice', id: invoiceId },
    once: `${key}${invoiceId}`,
  };
}
