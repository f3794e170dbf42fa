import { addSeconds } from '@app/kernel';
import type { ListedFloat } from '../floats/floats.queries';
import type { Withdrawal } from './withdrawal.aggregate';
import { withdrawalView } from './withdrawal.view';
import { DUE_SECONDS } from './withdrawal-schedule.policy';

/** A withdrawal as staff see it: with its internal stage and what its provider said. */
export function staffPayoutView(withdrawal: Withdrawal) {
  const { ownerId, stage, provider, providerId, sendings, lastAnswer, answeredAt, reason } = withdrawal;
  const { returnedAt, returnCreditedAt } = withdrawal;
  return {
    ...withdrawalView(withdrawal),
    owner_id: ownerId,
    stage,
    reason,
    provider,
    provider_id: providerId,
    reference: withdrawal.settledReference,
    sendings,
    last_answer: lastAnswer,
    answered_at: answeredAt && answeredAt.toISOString(),
    returned_at: returnedAt && returnedAt.toISOString(),
    return_credited_at: returnCreditedAt && returnCreditedAt.toISOString(),
    due_by: addSeconds(withdrawal.createdAt, DUE_SECONDS).toISOString(),
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
