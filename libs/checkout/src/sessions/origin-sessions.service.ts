import { Injectable } from '@nestjs/common';
import { Times } from '@app/kernel';
import { In } from 'typeorm';
import type { CheckoutSession } from './checkout-session.aggregate';
import { CheckoutSessions } from './checkout-session.repository';

/** The sessions that were opened for one object, such as an invoice, for the lib that opened them. */
@Injectable()
export class OriginSessions {
  constructor(
    private readonly sessions: CheckoutSessions,
    private readonly times: Times,
  ) {}

  /** Sessions that may still be completed: pending within their time, or with an attempt in flight. */
  async openOf(originId: string): Promise<CheckoutSession[]> {
    const found = await this.sessions.findBy({ originId, status: In(['pending', 'processing']) });
    const open = await Promise.all(
      found.map(async (session) => (session.isOver(await this.times.of(session)) ? [] : [session])),
    );
    return open.flat();
  }

  /** Closes a pending session in the current unit of work. */
  close(session: CheckoutSession): void {
    session.expire();
    this.sessions.save(session);
  }
}
