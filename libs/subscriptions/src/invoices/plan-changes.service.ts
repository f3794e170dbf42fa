import { Injectable } from '@nestjs/common';
import { OriginSessionsService } from '@app/checkout';
import { Money } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { SavedCardRepository } from '../mandates/saved-card.repository';
import { WalletMandateRepository } from '../mandates/wallet-mandate.repository';
import type { SubscriptionInvoice } from './subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from './subscription-invoice.repository';
import type { Plan } from '../plans/plan.aggregate';
import { PlanRepository } from '../plans/plan.repository';
import { coversPlan } from '../subscriptions/plan-change.policy';
import { placeOf, PlanPlacesStore } from '../subscriptions/plan-places.store';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionCreditsStore } from './subscription-credits.store';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** What a change of the plan takes beside the subscription itself, in the unit of work of the caller. */
@Injectable()
export class PlanChangesService {
  constructor(
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly credits: SubscriptionCreditsStore,
    private readonly places: PlanPlacesStore,
    private readonly mandates: WalletMandateRepository,
    private readonly cards: SavedCardRepository,
    private readonly sessions: OriginSessionsService,
  ) {}

  /** Carries out a scheduled change with the end of the period. A plan that was archived meanwhile takes effect too. */
  async carryOut(subscription: Subscription, now: Date): Promise<void> {
    const { nextPlanId, ownerId, mode } = subscription;
    const { periodEnd, currency } = subscription.cycle;
    if (nextPlanId === null) return;
    const plan = await this.plans.ofOwner(ownerId, mode, nextPlanId);
    if (await this.isTaken(subscription, nextPlanId)) {
      subscription.schedulePlan(null);
      return;
    }
    const isAuthorized = await this.isAuthorized(subscription, plan);
    subscription.changePlan(plan, periodEnd, { credit: Money.zero(currency), isAuthorized }, now);
  }

  /** The invoice of a change that takes effect when it is paid; null where none waits. */
  waiting(subscription: Subscription): Promise<SubscriptionInvoice | null> {
    return this.invoices.pendingOf(subscription);
  }

  /**
   * Gives up a change that waits; `isUnpaid`: because it was not paid in time. Applying stages what becomes of its invoice,
   * and the caller saves the subscription. A payment that is under way goes back.
   */
  async prepareDrop(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
    isUnpaid = false,
  ): Promise<Prepared<void>> {
    const links = await this.sessions.prepareEnd(invoice.id);
    if (isUnpaid) invoice.failChange('expired_unpaid', subscription, now);
    else {
      subscription.dropPendingChange();
      invoice.void(now);
    }
    return new Prepared(() => {
      links.apply();
      this.invoices.save(invoice);
    });
  }

  /**
   * Reads what a change takes whose invoice is paid; applying carries it out: a new period begins, and the rest of the one
   * before is credited, as the invoice says. The caller saves both. It must not be prevented; the command starts over where
   * it is by then.
   */
  async prepareEffect(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
  ): Promise<Prepared<void>> {
    const { ownerId, mode, id } = subscription;
    const [plan, paid] = await Promise.all([
      this.plans.ofOwner(ownerId, mode, invoice.planId),
      this.invoices.latest(id),
    ]);
    const isAuthorized = await this.isAuthorized(subscription, plan);
    return new Prepared(() => {
      if (isLimited(subscription)) this.places.enter(placeOf(subscription, plan.planId));
      const credit = invoice.credit.minus(subscription.credit);
      this.credits.grant(credit, paid!, now);
      subscription.changePlan(plan, now, { credit, isAuthorized }, now);
      subscription.beginNextCycle(now, true);
      invoice.takeEffect(subscription);
      this.subscriptions.announce(subscription);
    });
  }

  /** Whether the customer has subscribed to the plan already, beside this subscription. */
  async isTaken(subscription: Subscription, planId: string): Promise<boolean> {
    return isLimited(subscription) && (await this.places.holder(placeOf(subscription, planId))) !== null;
  }

  /**
   * Whether a change that waits cannot take effect, because another subscription has come to the customer meanwhile that is
   * on the plan and is no permitted duplicate.
   */
  async isPrevented(subscription: Subscription, { planId }: SubscriptionInvoice): Promise<boolean> {
    return isLimited(subscription) && (await this.places.isOccupied(placeOf(subscription, planId)));
  }

  /** Stages that the subscription holds the plan for its customer, which is not taken. */
  take(subscription: Subscription, planId: string, now: Date): void {
    if (isLimited(subscription)) this.places.take(placeOf(subscription, planId), now);
  }

  /** Whether what the customer has authorised covers charges under the plan. */
  async isAuthorized(subscription: Subscription, plan: Plan): Promise<boolean> {
    const { mandateId, savedCardId } = subscription;
    const authority = await (mandateId !== null
      ? this.mandates.byId(mandateId)
      : savedCardId && this.cards.byId(savedCardId));
    return authority ? coversPlan(authority, subscription.cycle, plan) : false;
  }
}

/** Whether the customer can have no other subscription to its plan. */
function isLimited({ allowsDuplicate, isPublic }: Subscription): boolean {
  return !allowsDuplicate || isPublic;
}
