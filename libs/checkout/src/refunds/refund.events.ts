import { DomainEvent } from '@app/kernel';
import type { RefundTerms } from '../money/refund.money';

/** The company cannot refund the method of a payment: its payer is asked to name an account. */
export class RefundAccountNeeded extends DomainEvent<RefundTerms & { id: string; until: string }> {
  static override readonly type = 'refund.account-needed';
}

/** A company took a refund seven days ago, and has not carried it out. */
export class RefundLate extends DomainEvent<RefundTerms & { takenAt: string }> {
  static override readonly type = 'refund.late';
}
