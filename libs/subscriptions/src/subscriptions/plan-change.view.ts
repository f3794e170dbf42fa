import type { PlanChange } from './plan-change.policy';

/** What a change of the plan means for the next invoices, in major units. */
export function planChangeView({ planId, when, effectiveAt, credit, upcoming, needsAuthority }: PlanChange) {
  return {
    plan_id: planId,
    when,
    effective_at: effectiveAt?.toISOString() ?? null,
    credit: credit.toJsonNumber(),
    currency: credit.currency,
    next_invoices: upcoming.map(({ dueAt, credit: used, amount }) => ({
      due_at: dueAt.toISOString(),
      price: amount.plus(used).toJsonNumber(),
      credit: used.toJsonNumber(),
      amount: amount.toJsonNumber(),
    })),
    authorization_required: needsAuthority,
  };
}
