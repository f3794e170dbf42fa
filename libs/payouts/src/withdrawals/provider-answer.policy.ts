import type { Currency, Money } from '@app/kernel';
import type { PayoutReport, SendResult } from '../providers/payout-provider.port';

/** What became of a sending: the provider's result, or no answer. */
export type SendingOutcome = SendResult | { result: 'unanswered' };

/** What became of a question: the provider's report, or no answer. */
export type InquiryOutcome = PayoutReport | { result: 'unanswered' };

/** What the provider said last, in the words that staff see. */
export type LastAnswer =
  | 'unstarted'
  | 'pending'
  | 'delivered'
  | 'failed'
  | 'returned'
  | 'unclaimed'
  | 'held'
  | 'unknown'
  | 'mismatch'
  | 'absent'
  | 'unanswered';

/** What the provider says that it has delivered in this currency, whether or not that amount was ordered. */
export function deliveredIn(outcome: InquiryOutcome, currency: Currency): Money | null {
  if (outcome.result !== 'found' || outcome.status !== 'delivered') return null;
  return outcome.amount.currency === currency ? outcome.amount : null;
}

/** The word for a report. A payout of another amount or to another account than ordered is a mismatch. */
export function answerIn(outcome: InquiryOutcome, ordered: Money): LastAnswer {
  if (outcome.result === 'unanswered') return 'unanswered';
  if (outcome.result !== 'found') return 'absent';
  const { status, amount, matchesDestination } = outcome;
  return amount.equals(ordered) && matchesDestination ? status : 'mismatch';
}
