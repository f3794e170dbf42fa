import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
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
}
