import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalid, invalidState, Money, notFound, Times } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import { SilentChargesService } from '../autopay/silent-charges.service';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { PlanRepository } from '../plans/plan.repository';
import { duplicateSubscription, notChangeable } from '../subscriptions/subscription.errors';
import { type ChangeTime, payableOf, type PlanChange, unusedPart } from '../subscriptions/plan-change.policy';
import { PlanChangesService } from '../invoices/plan-changes.service';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionCreditsStore } from '../invoices/subscription-credits.store';
import { type SubscriptionOwner, SubscriptionRepository } from '../subscriptions/subscription.repository';

export interface ChangedSubscription {
  subscription: Subscription;
  /** Of the new period, which begins when it is paid; null where none is to begin now. */
  invoice: SubscriptionInvoice | null;
  change: PlanChange;
}

/**
 * Moves a subscription to another plan: as soon as the invoice of a new period is paid, which the rest of the paid period
 * reduces, or with the next period. In a trial the plan changes and the trial goes on. It takes the place of a change that
 * waits or is scheduled.
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
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly billing: SubscriptionBillingService,
    private readonly changes: PlanChangesService,
    private readonly credits: SubscriptionCreditsStore,
    private readonly charges: SilentChargesService,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ owner, subscriptionId, planId, when }: ChangePlan): Promise<ChangedSubscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    await this.quotas.requireEvent(subscription);
    const plan = await this.plans.ofOwner(owner.ownerId, owner.mode, planId);
    const { cycle } = subscription;
    const isCurrent = planId === cycle.planId;
    if (!plan.active && !isCurrent) throw notFound('Plan');
    if (plan.currency !== cycle.currency)
      throw invalid('plan_id', `The plan must be in ${cycle.currency}, as the subscription is.`);
    const now = await this.times.of(subscription);
    const paid = await this.paidInvoice(subscription, now);
    if (isCurrent && when === 'now') throw invalidState('The subscription has this plan already.');
    if (!isCurrent && (await this.changes.isTaken(subscription, planId))) throw duplicateSubscription();

    if (!isCurrent) this.changes.take(subscription, planId, now);

    const isNow = when === 'now' && paid !== null;
    const at = isNow ? now : cycle.periodEnd;
    const credit = isNow
      ? unusedPart(paid.price, cycle.periodStart, cycle.periodEnd, now)
      : Money.zero(cycle.currency);
    const isAuthorized = await this.changes.isAuthorized(subscription, plan);
    const total = subscription.credit.plus(credit);
    const bill = payableOf(plan.amount, total);
    const waits = isNow && !bill.amount.isZero;
    const change: PlanChange = {
      planId,
      when,
      credit,
      effectiveAt: waits ? null : when === 'now' ? now : at,
      upcoming: cycle.under(plan, at).foresee(total),
      needsAuthority: subscription.billingMode !== 'invoice' && !isAuthorized,
    };
    const replaced = await this.changes.waiting(subscription);
    if (replaced) (await this.changes.prepareDrop(subscription, replaced, now)).apply();
    let invoice: SubscriptionInvoice | null = null;
    if (when === 'period_end') subscription.schedulePlan(isCurrent ? null : plan);
    else if (waits) {
      const isCharged = subscription.isChargedSilently && isAuthorized;
      invoice = await this.billing.billChange(subscription, plan, bill, isCharged, now);
      subscription.awaitChange(invoice);
      // The billing job charges it.
      if (isCharged) subscription.waitUntil(now);
    } else {
      subscription.changePlan(plan, at, { credit, isAuthorized }, now);
      if (paid) invoice = await this.beginPeriod(subscription, paid, credit, now);
    }
    this.subscriptions.save(subscription);
    return { subscription, invoice, change };
  }

  /** The invoice of the current period; null in a trial. Throws INVALID_STATE where the plan cannot change now. */
  private async paidInvoice(subscription: Subscription, now: Date): Promise<SubscriptionInvoice | null> {
    if (!subscription.isOpen) throw notChangeable('has ended');
    if (subscription.cancelAtPeriodEnd) throw notChangeable('is scheduled to be cancelled; resume it first');
    if (subscription.isDue(now) && !(await this.awaitsCharge(subscription, now)))
      throw notChangeable('is being billed; try again when it has been');
    if (subscription.status === 'trialing') return null;
    const latest = await this.invoices.latest(subscription.id);
    if (latest?.status !== 'paid' || latest.cycle !== subscription.cycle.number)
      throw notChangeable('has an unpaid invoice');
    return latest;
  }

  /** Whether it is due only for the charge of a change that has not begun. */
  private async awaitsCharge(subscription: Subscription, now: Date): Promise<boolean> {
    const change = await this.changes.waiting(subscription);
    return (
      change !== null &&
      change.isSilent &&
      subscription.cycle.periodEnd > now &&
      !(await this.charges.isUnderWay(change))
    );
  }

  /** The new period costs nothing: its credit covers it. */
  private async beginPeriod(
    subscription: Subscription,
    paid: SubscriptionInvoice,
    credit: Money,
    now: Date,
  ): Promise<SubscriptionInvoice> {
    this.credits.grant(credit, paid, now);
    this.subscriptions.announce(subscription);
    subscription.beginNextCycle(now, true);
    return (await this.billing.prepareBill(subscription, now)).apply();
  }
}
