import { Injectable } from '@nestjs/common';
import type { CheckoutAttempt } from '../checkout-attempt.aggregate';
import { CheckoutAttempts } from '../checkout-attempts';
import type { CheckoutSession } from '../checkout-session.aggregate';

/**
 * A buyer who was sent elsewhere to pay may come back and choose another way at any time. The attempt given up keeps
 * its reference: should its money come after all, it pays the session, or goes back where the session is paid.
 */
@Injectable()
export class ChangeOfMethod {
  constructor(private readonly attempts: CheckoutAttempts) {}

  /**
   * Frees a session from an attempt that waits for its buyer elsewhere; the caller saves the session. Answers that
   * attempt where the buyer asks for the very same again: it still stands. An attempt of any other kind is left alone.
   */
  async of(
    session: CheckoutSession,
    now: Date,
    same: (attempt: CheckoutAttempt) => boolean = () => false,
  ): Promise<CheckoutAttempt | null> {
    if (session.status !== 'processing') return null;
    const attempt = await this.attempts.byId(session.attemptId!);
    if (!attempt.waitsElsewhere) return null;
    if (attempt.isGood(now) && same(attempt)) return attempt;
    attempt.abandon(now);
    session.payAnotherWay(attempt.id);
    this.attempts.save(attempt);
    return null;
  }
}
