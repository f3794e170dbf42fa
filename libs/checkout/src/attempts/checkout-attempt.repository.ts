import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { addSeconds, type Mode, notFound, randomAlphanumeric } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { ArrayContains, MoreThan, Repository } from 'typeorm';
import { CheckoutAttempt } from './checkout-attempt.aggregate';
import { SessionChanges } from '../sessions/checkout-session.repository';
import { whileFrozen } from '../sessions/payees.queries';

const REFERENCE = /^cs_[0-9A-Za-z]{22}$/;
/** As long as an idempotency key is remembered. */
const REQUEST_KEY_SECONDS = 24 * 3600;

/** The name of a new charge at the gateway. */
export function newReference(): string {
  return `cs_${randomAlphanumeric(22)}`;
}

/** Whether a charge of the gateway can be checkout's, by the format of its reference. */
export function isCheckoutReference(reference: string): boolean {
  return REFERENCE.test(reference);
}

@Injectable()
export class CheckoutAttemptRepository extends AggregateStore<CheckoutAttempt> {
  private readonly withId = this.loaderBy('id');

  constructor(
    @InjectRepository(CheckoutAttempt) rows: Repository<CheckoutAttempt>,
    unit: UnitOfWork,
    private readonly sessionChanges: SessionChanges,
  ) {
    // Another process has recorded the same money first.
    const recorded = (): Error => new StaleAggregate();
    super(rows, unit, {
      checkout_attempts_transaction: recorded,
      checkout_attempts_reference: recorded,
    });
  }

  override save(attempt: CheckoutAttempt): void {
    super.save(attempt);
    this.sessionChanges.notifyOnCommit(attempt.checkoutSessionId);
  }

  async byId(id: string): Promise<CheckoutAttempt> {
    const attempt = await this.withId.read(id);
    if (!attempt) throw notFound('Payment attempt');
    return attempt;
  }

  /** The session's attempt that has, or had in an earlier step, this gateway handle. */
  async byGwRef(checkoutSessionId: string, gwRef: string): Promise<CheckoutAttempt> {
    const attempt = await this.findOneBy([
      { checkoutSessionId, gwRef },
      { checkoutSessionId, earlierGwRefs: ArrayContains([gwRef]) },
    ]);
    if (!attempt) throw notFound('Payment attempt');
    return attempt;
  }

  byReference(reference: string): Promise<CheckoutAttempt | null> {
    return this.findOneBy({ reference });
  }

  /** The attempt this very request began before; its key is remembered as long as its answer would be. */
  begunBy(checkoutSessionId: string, requestKey: string, now: Date): Promise<CheckoutAttempt | null> {
    const createdAt = MoreThan(addSeconds(now, -REQUEST_KEY_SECONDS));
    return this.findOneBy({ checkoutSessionId, requestKey, createdAt });
  }

  /** How many attempts a session has seen since then. */
  begunSince(checkoutSessionId: string, since: Date): Promise<number> {
    const createdAt = MoreThan(since);
    return this.rows.countBy({ checkoutSessionId, createdAt });
  }

  /** The attempt that a transaction of the gateway was taken for. */
  byTransaction(mode: Mode, gateway: string, gatewayTransactionId: string): Promise<CheckoutAttempt | null> {
    return this.findOneBy({ mode, gateway, gatewayTransactionId });
  }

  /** Attempts that have ended and whose account number has to be looked at by now. */
  toWatch(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('watchAt', now, limit);
  }

  /** Attempts whose outcome has to be asked for by now. */
  toAsk(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('askAt', now, limit);
  }

  /**
   * Attempts that wait for a buyer whose session, in real time, has ended, or whose own time is over. A session that waits
   * for its merchant to be unfrozen has not ended.
   */
  async overdue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE a.status = 'waiting' AND a.ask_at IS NOT NULL AND s.status = 'processing' AND s.expires_at <= $1
          AND ${inRealTime('s')} AND NOT ${whileFrozen('s')}
       UNION SELECT id FROM checkout_attempts WHERE status = 'waiting' AND expires_at <= $1
        LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Attempts that wait for a buyer whose session is a test session of this app and has ended. */
  async overdueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE a.status = 'waiting' AND a.ask_at IS NOT NULL AND s.status = 'processing' AND s.expires_at <= $2
          AND s.app_id = $1 AND s.mode = 'test' AND NOT ${whileFrozen('s')}
        ORDER BY s.expires_at, a.id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }
}
