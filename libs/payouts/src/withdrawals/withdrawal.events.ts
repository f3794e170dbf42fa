import { DomainEvent } from '@app/kernel';
import type { PayoutTerms } from '../money/payout.money';

/** The provider waits for the recipient, or holds the payout. */
export class PayoutWaiting extends DomainEvent<PayoutTerms & { cause: 'unclaimed' | 'held' }> {
  static override readonly type = 'payout.waiting';
}

/** A withdrawal goes on only when finance has looked at it. */
export class PayoutStopped extends DomainEvent<PayoutTerms & { reason: string }> {
  static override readonly type = 'payout.stopped';
}

/** Finance has not settled a withdrawal within 24 hours. */
export class PayoutLate extends DomainEvent<PayoutTerms & { dueBy: string }> {
  static override readonly type = 'payout.late';
}

/** A provider takes no withdrawals until staff act: its balance does not cover one, or it refuses our key. */
export class PayoutProviderPaused extends DomainEvent<{
  provider: string;
  cause: 'insufficient_float' | 'credentials_refused';
  /** The provider's words, redacted. */
  reason: string;
}> {
  static override readonly type = 'payout.provider-paused';
}
