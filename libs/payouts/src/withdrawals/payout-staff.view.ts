import type { ListedFloat } from '../floats/floats.queries';
import type { Withdrawal } from './withdrawal.aggregate';
import { withdrawalView } from './withdrawal.view';

/** A withdrawal as staff see it: with its internal stage and what its provider said. */
export function staffPayoutView(withdrawal: Withdrawal) {
  const { ownerId, stage, reason, provider, sendings, dueBy } = withdrawal;
  const { lastAnswer, answeredAt } = provider;
  const { returnedAt, creditedAt } = withdrawal.afterEnd;
  return {
    ...withdrawalView(withdrawal),
    owner_id: ownerId,
    stage,
    reason,
    provider: provider.name,
    provider_id: provider.orderId,
    reference: withdrawal.settledReference,
    sendings,
    last_answer: lastAnswer,
    answered_at: answeredAt && answeredAt.toISOString(),
    returned_at: returnedAt && returnedAt.toISOString(),
    return_credited_at: creditedAt && creditedAt.toISOString(),
    due_by: dueBy.toISOString(),
  };
}

/** A float, in the currency that it pays out. */
export function floatView({ method, booked, reported, comparedAt, difference }: ListedFloat) {
  return {
    method,
    currency: booked.currency,
    booked: booked.toJsonNumber(),
    provider_balance: reported && reported.toJsonNumber(),
    difference: difference && difference.toJsonNumber(),
    compared_at: comparedAt && comparedAt.toISOString(),
  };
}
