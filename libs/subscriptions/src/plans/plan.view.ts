import type { Interval, Mode, Money } from '@app/kernel';

export interface PlanFacts {
  planId: string;
  mode: Mode;
  name: string;
  amount: Money;
  interval: Interval;
  intervalCount: number;
  trialDays: number;
  metadata: object;
  active: boolean;
  createdAt: Date;
}

export function planView(plan: PlanFacts) {
  return {
    plan_id: plan.planId,
    name: plan.name,
    amount: plan.amount.toJsonNumber(),
    currency: plan.amount.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    trial_days: plan.trialDays,
    metadata: plan.metadata,
    active: plan.active,
    is_test: plan.mode === 'test',
    created_at: plan.createdAt.toISOString(),
  };
}
