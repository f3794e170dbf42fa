import { DomainEvent, type Money } from '@app/kernel';

/** A cycle of a subscription was charged to the wallet that its payer has authorised. The merchant owns the event. */
export class SubscriptionCharged extends DomainEvent<{
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
}

/** A cycle of a subscription was charged to the card that its customer has saved. The merchant owns the event. */
export class SubscriptionCardCharged extends DomainEvent<{
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
}
