import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid, invalidState, Money, notFound, Times } from '@app/kernel';
import { SubscriptionBilling } from '../../invoices/subscription-billing.service';
import type { SubscriptionInvoice } from '../../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoices } from '../../invoices/subscription-invoice.repository';
import { Plans } from '../../plans/plan.repository';
import { duplicateSubscription, notChangeable } from '../../subscriptions.errors';
import { type UpcomingInvoice, unusedPart } from '../plan-change.policy';
import { PlanChanges } from '../plan-changes.service';
import type { Subscription } from '../subscription.aggregate';
import { SubscriptionCredits } from '../subscription-credits.store';
import { type SubscriptionOwner, Subscriptions } from '../subscription.repository';

export const CHANGE_TIMES = ['period_end', 'now'] as const;
export type ChangeTime = (typeof CHANGE_TIMES)[number];

/** A change of the plan that took effect or was scheduled. */
export interface PlanChange {
  planId: string;
  when: ChangeTime;
  effectiveAt: Date;
  /** What the rest of the paid period is worth. */
  credit: Money;
  /** From when the plan takes effect. */
  upcoming: UpcomingInvoice[];
  /** Cycles are collected by links until the payer authorises the plan. */
  needsAuthority: boolean;
}

export interface ChangedSubscription {
  subscription: Subscription;
  /** Of the period that begins now; null where none does. */
  invoice: SubscriptionInvoice | null;
  change: PlanChange;
}

/**
 * Moves a subscription to another plan, now with a new period and a credit for the rest of the paid one, or with the next
 * period. In a trial the plan changes and the trial goes on.
 */
export class ChangePlan extends Command<ChangedSubscription> {
  constructor(
    readonly owner: SubscriptionOwner,
    readonly subscriptionId: string,
    readonly planId: string,
    readonly when: ChangeTime,
  ) {
    super();
  }
}

@CommandHandler(ChangePlan)
export class ChangePlanHandler implements ICommandHandler<ChangePlan> {
  constructor(
    private readonly plans: Plans,
    private readonly subscriptions: Subscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly billing: SubscriptionBilling,
    private readonly changes: PlanChanges,
    private readonly credits: SubscriptionCredits,
    private readonly times: Times,
  ) {}

  async execute({ owner, subscriptionId, planId, when }: ChangePlan): Promise<ChangedSubscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    const plan = await this.plans.ofOwner(owner.ownerId, owner.mode, planId);
    const isCurrent = planId === subscription.planId;
    if (!plan.active && !isCurrent) throw notFound('Plan');
    if (plan.currency !== subscription.currency)
      throw invalid('plan_id', `The plan must be in ${subscription.currency}, as the subscription is.`);
    const now = await this.times.of(subscription);
    const paid = await this.paidInvoice(subscription, now);
    if (isCurrent && when === 'now') throw invalidState('The subscription has this plan already.');
    if (!isCurrent && (await this.changes.isTaken(subscription, plan))) throw duplicateSubscription();

    if (!isCurrent) this.changes.take(subscription, plan, now);

    const isNow = when === 'now' && paid !== null;
    const at = isNow ? now : subscription.periodEnd;
    const credit = isNow
      ? unusedPart(paid.price, subscription.periodStart, subscription.periodEnd, now)
      : Money.zero(subscription.currency);
    const isAuthorized = await this.changes.isAuthorized(subscription, plan);
    const change: PlanChange = {
      planId,
      when,
      credit,
      effectiveAt: when === 'now' ? now : at,
      upcoming: subscription.foresee(plan, at, subscription.credit.plus(credit)),
      needsAuthority: subscription.billingMode !== 'invoice' && !isAuthorized,
    };
    if (when === 'period_end') subscription.schedulePlan(isCurrent ? null : plan);
    else subscription.changePlan(plan, at, { credit, isAuthorized }, now);
    if (!isNow) {
      this.subscriptions.save(subscription);
      return { subscription, invoice: null, change };
    }
    this.credits.grant(credit, paid, now);
    const invoice = await this.beginPeriod(subscription, now);
    this.subscriptions.save(subscription);
    return { subscription, invoice, change };
  }

  /** The invoice of the current period; null in a trial. Throws INVALID_STATE where the plan cannot change now. */
  private async paidInvoice(subscription: Subscription, now: Date): Promise<SubscriptionInvoice | null> {
    if (!subscription.isOpen) throw notChangeable('has ended');
    if (subscription.cancelAtPeriodEnd) throw notChangeable('is scheduled to be cancelled; resume it first');
    if (subscription.isDue(now)) throw notChangeable('is being billed; try again when it has been');
    if (subscription.status === 'trialing') return null;
    const latest = await this.invoices.latest(subscription.id);
    if (latest?.status !== 'paid' || latest.cycle !== subscription.cycle)
      throw notChangeable('has an unpaid invoice');
    return latest;
  }

  /** Bills the new period. A charge that the payer has authorised is made by the billing job at once. */
  private async beginPeriod(subscription: Subscription, now: Date): Promise<SubscriptionInvoice> {
    this.subscriptions.announce(subscription);
    subscription.beginPeriodNow();
    if (!subscription.isChargedSilently) return (await this.billing.prepareBill(subscription, now)).apply();
    const invoice = this.billing.billSilently(subscription, now);
    if (invoice.awaitsCharge) subscription.waitUntil(now);
    this.invoices.add(invoice);
    return invoice;
  }
}
