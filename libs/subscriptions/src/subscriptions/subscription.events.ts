import { DomainEvent, type Interval, type Money } from '@app/kernel';
import type { BillingMode, CancellationReason, SubscriptionStatus } from './subscription.states';

/** What every event of a subscription and of its invoices has. */
export interface OfSubscription {
  subscriptionId: string;
  planId: string;
  /** The app that made it. */
  appId: string;
}

/** A customer was subscribed to a plan. */
export class SubscriptionCreated extends DomainEvent<
  OfSubscription & {
    amount: Money;
    interval: Interval;
    intervalCount: number;
    billingMode: BillingMode;
    status: SubscriptionStatus;
    customerEmail: string;
    customerName: string | null;
    trialEnd: string | null;
    /** These four are absent from events of earlier versions. */
    periodStart?: string;
    periodEnd?: string;
    nextBillingAt?: string | null;
    createdAt?: string;
  }
> {
  static override readonly type = 'subscription.created';
}

/** A subscription ended; nothing is billed for it any more. */
export class SubscriptionCancelled extends DomainEvent<
  OfSubscription & {
    reason: CancellationReason;
    cancelledAt: string;
    customerEmail: string;
    /** Whether its customer gets mails; absent from events of earlier versions, where they do. */
    isConfirmed?: boolean;
    planName: string;
  }
> {
  static override readonly type = 'subscription.cancelled';
}

/** A subscription will end with its period. */
export class SubscriptionCancelScheduled extends DomainEvent<
  OfSubscription & { cancelledBy: 'customer' | 'merchant'; endsAt: string; customerEmail: string }
> {
  static override readonly type = 'subscription.cancel-scheduled';
}

/** A scheduled cancellation was undone. */
export class SubscriptionResumed extends DomainEvent<OfSubscription & { customerEmail: string }> {
  static override readonly type = 'subscription.resumed';
}

/** A browser asked for a plan for a customer who has it already. */
export class SubscriptionRequestedAgain extends DomainEvent<
  Pick<OfSubscription, 'subscriptionId'> & { customerEmail: string }
> {
  static override readonly type = 'subscription.requested-again';
}

/** Another plan took effect, at once or with a period. */
export class SubscriptionPlanChanged extends DomainEvent<
  OfSubscription & {
    previousPlanId: string;
    /** The price of a cycle of the new plan. */
    amount: Money;
    interval: Interval;
    intervalCount: number;
    /** What the rest of the paid period was worth; reduces the next invoices. */
    credit: Money;
    effectiveAt: string;
  }
> {
  static override readonly type = 'subscription.plan-changed';
}

/** Another plan is to take effect with the next period, in place of one that was to. */
export class SubscriptionPlanScheduled extends DomainEvent<
  OfSubscription & {
    /** The price of a cycle of that plan. */
    amount: Money;
    effectiveAt: string;
    customerEmail: string;
    isConfirmed: boolean;
  }
> {
  static override readonly type = 'subscription.plan-scheduled';
}

/** The payer authorised charges to a wallet by paying a link with their PIN. */
export class WalletAuthorized extends DomainEvent<OfSubscription & { authorizedAt: string }> {
  static override readonly type = 'subscription.wallet-authorized';
}

/** The customer agreed to charges of the card that paid, in place of one that was saved before. */
export class SubscriptionCardAttached extends DomainEvent<
  OfSubscription & { cardBrand: string; cardLast4: string }
> {
  static override readonly type = 'subscription-card.attached';
}

/** The payer stopped charges to the wallet; further cycles are collected by links. */
export class AutopayStopped extends DomainEvent<
  OfSubscription & {
    /** The link of an invoice that was to be charged; absent from events of earlier versions. */
    link?: { invoiceId: string; amount: Money; endsAt: string; customerEmail: string } | null;
  }
> {
  static override readonly type = 'subscription.autopay-stopped';
}

/** The wallet that is to pay the next cycle does not hold enough. */
export class SubscriptionFundsShort extends DomainEvent<{
  subscriptionId: string;
  planName: string;
  payerId: string;
  /** What the cycle costs, in the currency of the wallet. */
  cost: Money;
  missing: Money;
  dueAt: string;
}> {
  static override readonly type = 'subscription.funds-short';
}

/** The saved card of a customer ends soon; they are asked for another one. */
export class SubscriptionCardExpiring extends DomainEvent<{
  subscriptionId: string;
  planName: string;
  customerEmail: string;
  cardLast4: string;
  validUntil: string;
}> {
  static override readonly type = 'subscription.card-expiring';
}
