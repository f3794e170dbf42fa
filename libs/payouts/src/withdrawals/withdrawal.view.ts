import type { Settlement } from '../providers/payout-provider.port';
import type { Withdrawal } from './withdrawal.aggregate';
import type { WithdrawalStage } from './withdrawal.states';

/** The stages in the words of the API; the internal ones stay internal. */
const STAGES: Readonly<Record<WithdrawalStage, string>> = {
  queued: 'waiting to be sent',
  sending: 'waiting to be sent',
  sent: 'with the payment provider',
  waiting: 'waiting for the recipient',
  doubtful: 'with the payment provider',
  cancelling: 'being cancelled',
  stopped: 'in manual review',
  manual: 'being paid by hand',
  held: 'in manual review',
  ended: 'ended',
};

const HELD_BY_PROVIDER = 'held by the payment provider';

function stageOf({ stage, provider, afterEnd }: Withdrawal): string {
  if (afterEnd.creditedAt !== null) return 'returned to the wallet';
  return stage === 'waiting' && provider.lastAnswer === 'held' ? HELD_BY_PROVIDER : STAGES[stage];
}

/** Who settles a withdrawal, and until when finance does at the latest. */
export function settlementView(withdrawal: Withdrawal, settlement: Settlement) {
  const { isEnded, waitsForOwner, dueBy } = withdrawal;
  const isExpected = settlement === 'manual' && !isEnded && !waitsForOwner;
  return {
    settlement,
    expected_by: isExpected ? dueBy.toISOString() : null,
  };
}

/** A withdrawal as its owner sees it. */
export function withdrawalView(withdrawal: Withdrawal) {
  const { id, number, terms, status, reason, createdAt, processedAt } = withdrawal;
  const { method, amount, fee, payout, payoutCurrency, rate, destinationShown: destination } = terms;
  return {
    id: Number(number),
    uuid: id,
    method,
    amount: amount.toJsonNumber(),
    fee: fee.toJsonNumber(),
    currency: amount.currency,
    payout_amount: payout && payout.toJsonNumber(),
    payout_currency: payoutCurrency,
    rate: rate === null ? null : Number(rate),
    destination,
    status,
    stage: stageOf(withdrawal),
    failure_reason: status === 'failed' ? reason : null,
    created_at: createdAt.toISOString(),
    processed_at: processedAt && processedAt.toISOString(),
  };
}
