import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { CheckoutSessions } from './checkout-session.repository';

/** The sessions of links that another lib sends, such as those of subscriptions; in the unit of work of the caller. */
@Injectable()
export class LinkSessions {
  constructor(private readonly sessions: CheckoutSessions) {}

  /** Expires a session, unless it has ended or a payment is under way, which it then still takes. */
  async close(sessionId: string, mode: Mode): Promise<void> {
    const session = await this.sessions.byPublicId(sessionId, mode);
    if (session.status !== 'pending') return;
    session.expire();
    this.sessions.save(session);
  }

  /** Whether no payment of it is under way. */
  async isOver(sessionId: string, mode: Mode): Promise<boolean> {
    return (await this.sessions.byPublicId(sessionId, mode)).status !== 'processing';
  }

  /** Whether it can still be paid, or a payment of it is under way. */
  async isPayable(sessionId: string, mode: Mode, now: Date): Promise<boolean> {
    return (await this.sessions.byPublicId(sessionId, mode)).canTakePayment(now);
  }

  /** Null while a payment of it is under way; otherwise applying expires it, unless it has ended. */
  async prepareClose(sessionId: string, mode: Mode): Promise<Prepared<void> | null> {
    const session = await this.sessions.byPublicId(sessionId, mode);
    if (session.status === 'processing') return null;
    return new Prepared(() => {
      if (session.status !== 'pending') return;
      session.expire();
      this.sessions.save(session);
    });
  }
}
