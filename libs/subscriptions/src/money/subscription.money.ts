import { Money } from '@app/kernel';
import { type Booking, clearingOf, conversion, customer, MoneyEvent, service } from '@app/ledger';

/** Natural key of the charge of an invoice to a wallet; the id of the invoice follows. */
export const SUBSCRIPTION_CHARGE_KEY = 'subscription ';

/** Natural key of the charge of an invoice to a card; the id of the invoice follows. */
export const SUBSCRIPTION_CARD_KEY = 'subscription-card ';

/** A cycle of a subscription was charged to the wallet that its payer has authorised. The merchant owns the event. */
export class SubscriptionCharged extends MoneyEvent<{
  subscriptionId: string;
  /** `inv_live_…`; charged once. */
  invoiceId: string;
  planName: string;
  /** The price of the cycle, which the merchant gets. */
  amount: Money;
  /** What the payer's wallet was debited, in its own currency. */
  debited: Money;
  payer: { ownerId: string; accountId: string };
  /** The merchant's account. */
  accountId: string;
}> {
  static override readonly type = 'subscription.charged';

  /** The payer's wallet pays the price of the cycle to the merchant, once per invoice. */
  booking(): Booking {
    const { amount, debited, payer, accountId } = this.data;
    return {
      ...ofInvoice(this.data, SUBSCRIPTION_CHARGE_KEY),
      legs: [
        customer(payer.accountId, debited.negated(), this.ownerId),
        ...conversion(debited, amount),
        customer(accountId, amount, payer.ownerId),
      ],
    };
  }
}

/** A cycle of a subscription was charged to the card that its customer has saved. The merchant owns the event. */
export class SubscriptionCardCharged extends MoneyEvent<{
  subscriptionId: string;
  /** `inv_live_…`; charged once. */
  invoiceId: string;
  planName: string;
  customerEmail: string;
  /** The price of the cycle, which the merchant gets. */
  amount: Money;
  /** What the card was charged, in its own currency. */
  charged: Money;
  gateway: string;
  gatewayTransactionId: string;
  cardBrand: string;
  cardLast4: string;
  /** The merchant's account. */
  accountId: string;
}> {
  static override readonly type = 'subscription.card-charged';

  /** The payment company owes the price of the cycle, which the merchant gets, once per invoice. */
  booking(): Booking {
    const { amount, charged, gateway, accountId } = this.data;
    return {
      ...ofInvoice(this.data, SUBSCRIPTION_CARD_KEY),
      legs: [
        service(clearingOf(gateway), charged.negated()),
        ...conversion(charged, amount),
        customer(accountId, amount),
      ],
    };
  }
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
