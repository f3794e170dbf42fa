import { Injectable } from '@nestjs/common';
import { Money } from '@app/kernel';
import { SavedCards } from '../cards/saved-card.repository';
import { WalletMandates } from '../autopay/wallet-mandate.repository';
import type { Plan } from '../plans/plan.aggregate';
import { Plans } from '../plans/plan.repository';
import { coversPlan } from './plan-change.policy';
import { type PlanPlace, PlanPlaces } from './plan-places.store';
import type { Subscription } from './subscription.aggregate';

/** What a change of the plan takes beside the subscription itself, in the unit of work of the caller. */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly plans: Plans,
    private readonly places: PlanPlaces,
    private readonly mandates: WalletMandates,
    private readonly cards: SavedCards,
  ) {}

  /** Carries out a scheduled change with the end of the period. A plan that was archived meanwhile takes effect too. */
  async carryOut(subscription: Subscription, now: Date): Promise<void> {
    const { nextPlanId, ownerId, mode, periodEnd, currency } = subscription;
    if (nextPlanId === null) return;
    const plan = await this.plans.ofOwner(ownerId, mode, nextPlanId);
    if (await this.isTaken(subscription, plan)) {
      subscription.schedulePlan(null);
      return;
    }
    const isAuthorized = await this.isAuthorized(subscription, plan);
    subscription.changePlan(plan, periodEnd, { credit: Money.zero(currency), isAuthorized }, now);
  }

  /** Whether the customer has subscribed to the plan already, beside this subscription. */
  async isTaken(subscription: Subscription, { planId }: Plan): Promise<boolean> {
    return isLimited(subscription) && (await this.places.holder(placeOf(subscription, planId))) !== null;
  }

  /** Stages that the subscription holds the plan for its customer, which is not taken. */
  take(subscription: Subscription, { planId }: Plan, now: Date): void {
    if (isLimited(subscription)) this.places.take(placeOf(subscription, planId), now);
  }

  /** Whether what the customer has authorised covers charges under the plan. */
  async isAuthorized(subscription: Subscription, plan: Plan): Promise<boolean> {
    const { mandateId, savedCardId } = subscription;
    const authority = await (mandateId !== null
      ? this.mandates.byId(mandateId)
      : savedCardId && this.cards.byId(savedCardId));
    return authority ? coversPlan(authority, subscription, plan) : false;
  }
}

/** Whether the customer can have no other subscription to its plan. */
function isLimited({ allowsDuplicate, isPublic }: Subscription): boolean {
  return !allowsDuplicate || isPublic;
}

function placeOf({ ownerId, appId, mode, customerEmail, id }: Subscription, planId: string): PlanPlace {
  return { ownerId, appId, mode, customerEmail, id, planId };
}
