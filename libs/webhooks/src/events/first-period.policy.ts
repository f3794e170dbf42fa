import { periodStart } from '@app/kernel';
import type { SubscriptionCreated } from '@app/subscriptions';
import type { StoredEvent } from '@app/write-path';

type Created = StoredEvent<SubscriptionCreated>['data'];
type FromPlan = 'interval' | 'intervalCount' | 'trialEnd';
type Period = 'periodStart' | 'periodEnd' | 'nextBillingAt';

/** The first period of a subscription. Events of earlier versions do not contain it: it follows from the plan and the time of the event. */
export function firstPeriod(data: Pick<Created, FromPlan | Period>, createdAt: Date) {
  const { periodEnd, trialEnd, interval, intervalCount: count, nextBillingAt } = data;
  const end = periodEnd ?? trialEnd ?? periodStart(createdAt, { interval, count }, 1).toISOString();
  return {
    current_period_start: data.periodStart ?? createdAt.toISOString(),
    current_period_end: end,
    next_billing_at: nextBillingAt === undefined ? end : nextBillingAt,
  };
}
