import { Injectable } from '@nestjs/common';
import type { CheckoutAttempt } from '../attempts/checkout-attempt.aggregate';
import { CheckoutAttempts } from '../attempts/checkout-attempt.repository';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';

interface Change {
  kept: CheckoutAttempt | null;
  released: CheckoutAttempt | null;
}

/**
 * A buyer who was sent elsewhere to pay may come back and choose another way at any time. The attempt given up keeps
 * its reference: should its money come after all, it pays the session, or goes back where the session is paid.
 */
@Injectable()
export class MethodChange {
  constructor(private readonly attempts: CheckoutAttempts) {}

  /**
   * Frees a session from an attempt that waits for its buyer elsewhere; the caller saves both. Where the buyer asks for
   * the very same again, that attempt still stands. An attempt of any other kind is left alone.
   */
  async releaseOrKeep(
    session: CheckoutSession,
    now: Date,
    same: (attempt: CheckoutAttempt) => boolean = () => false,
  ): Promise<Change> {
    if (session.status !== 'processing') return { kept: null, released: null };
    const attempt = await this.attempts.byId(session.attemptId!);
    if (!attempt.isAwaitingAsyncPayment) return { kept: null, released: null };
    if (attempt.isStillValid(now) && same(attempt)) return { kept: attempt, released: null };
    attempt.abandon(now);
    session.releaseAttempt(attempt.id);
    return { kept: null, released: attempt };
  }
}
