import { Injectable } from '@nestjs/common';
import { Times } from '@app/kernel';
import { postpone } from '@app/test-clock';
import { Prepared, UnitOfWork } from '@app/write-path';
import { In } from 'typeorm';
import type { CheckoutSession } from './checkout-session.aggregate';
import { CheckoutSessionRepository } from './checkout-session.repository';

/** The sessions that were opened for one object, such as an invoice, for the lib that opened them. */
@Injectable()
export class OriginSessionsService {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly times: Times,
    private readonly unit: UnitOfWork,
  ) {}

  /** Sessions that may still be completed: pending within their time, or with an attempt in flight. */
  async openOf(originId: string): Promise<CheckoutSession[]> {
    const found = await this.unendedOf(originId);
    const open = await Promise.all(
      found.map(async (session) => (session.isOver(await this.times.of(session)) ? [] : [session])),
    );
    return open.flat();
  }

  /** Whether a payment of one is under way. */
  async isBeingPaid(originId: string): Promise<boolean> {
    return (await this.unendedOf(originId)).some(isBeingPaid);
  }

  /** Closes a pending session in the current unit of work. */
  close(session: CheckoutSession): void {
    session.expire();
    this.sessions.save(session);
  }

  /**
   * Reads the sessions that have not ended, also those whose time is over; applying ends them. One with a payment under way
   * stays open, and so does the one named `except`.
   */
  async prepareEnd(originId: string, except?: string): Promise<Prepared<void>> {
    return this.ending((await this.unendedOf(originId)).filter(({ sessionId }) => sessionId !== except));
  }

  /** The same where no payment is under way; null where one is. */
  async prepareClose(originId: string): Promise<Prepared<void> | null> {
    const sessions = await this.unendedOf(originId);
    return sessions.some(isBeingPaid) ? null : this.ending(sessions);
  }

  /** Stages that links of subscriptions of this merchant end later, by the real time in which they could not be paid. */
  extendLinks(ownerId: string, from: string | undefined, to: Date): void {
    const isLink = `purpose = 'subscription' AND status IN ('pending', 'processing')`;
    const sql = postpone('checkout_sessions', 'expires_at', isLink);
    this.unit.stage({ sql, parameters: [ownerId, from, to] });
  }

  private ending(sessions: readonly CheckoutSession[]): Prepared<void> {
    return new Prepared(() => {
      for (const session of sessions) if (!isBeingPaid(session)) this.close(session);
    });
  }

  private unendedOf(originId: string): Promise<CheckoutSession[]> {
    return this.sessions.findBy({ originId, status: In(['pending', 'processing']) });
  }
}

const isBeingPaid = ({ status }: CheckoutSession): boolean => status === 'processing';
