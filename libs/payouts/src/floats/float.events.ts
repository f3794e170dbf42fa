import { DomainEvent, type Money } from '@app/kernel';
import type { PayoutMethod } from '../money/payout.money';

/** The provider's balance does not agree with the books, or is less than a day of withdrawals needs. */
export class FloatNeedsAttention extends DomainEvent<{
  method: PayoutMethod;
  cause: 'differs' | 'low';
  /** What the provider says. */
  reported: Money;
  /** By the books. */
  booked: Money;
}> {
  static override readonly type = 'payout.float-needs-attention';
}
