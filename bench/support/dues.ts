import { PEOPLE, userIdSql } from './people';
import { type DueTraffic, payeeSql, STRIDE } from './requests';
import type { Server } from './server';

const PAYER = `(n * ${STRIDE}) % ${PEOPLE}`;
const PAYEE = payeeSql(PEOPLE);

const PAYMENT_REQUESTS = `
  INSERT INTO payment_requests (id, asker_id, asked_id, amount_minor, currency, note, status, created_at, expires_at, version)
  SELECT n, ${userIdSql(PAYEE)}, ${userIdSql(PAYER)}, 1234, 'NGN', 'Lunch', 'pending', now(), now() + interval '7 days', 1
    FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) AS n`;

const CHECKOUT_SESSIONS = `
  INSERT INTO checkout_sessions (id, session_id, token_hash, owner_id, app_id, mode, purpose, amount_minor, currency, number,
                                 order_ref, metadata, payment_methods, escrow, status, created_at, expires_at, version)
  SELECT uuidv7(), 'cs_live_' || lpad(n::text, 22, '0'), sha256(n::text::bytea), ${userIdSql(PAYEE)}, uuidv7(), 'live',
         'payment', 1234, 'NGN', n, 'order ' || n, '{}', '{wallet}', false, 'pending', now(), now() + interval '1 day', 1
    FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) AS n`;

/** Sessions that wallets have paid, without the journals of their payments. */
const PAID_SESSIONS = `
  WITH due AS (SELECT n, uuidv7() AS session, uuidv7() AS attempt
                 FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) AS n),
  attempts AS (
    INSERT INTO checkout_attempts (id, checkout_session_id, owner_id, mode, reference, status, charge_minor, charge_currency,
                                   gateway, gateway_transaction_id, received_minor, received_currency, tries,
                                   created_at, ended_at, version, payer_id, method)
    SELECT attempt, session, ${userIdSql(PAYEE)}, 'live', 'paid ' || n, 'succeeded', 1234, 'NGN', 'wallet', 'paid ' || n,
           1234, 'NGN', 0, now(), now(), 1, ${userIdSql(PAYER)}, 'wallet'
      FROM due)
  INSERT INTO checkout_sessions (id, session_id, token_hash, owner_id, app_id, mode, purpose, amount_minor, currency, number,
                                 order_ref, metadata, payment_methods, escrow, status, attempt_id, created_at, expires_at,
                                 paid_at, version)
  SELECT session, 'cs_live_' || lpad(n::text, 22, '0'), sha256(n::text::bytea), ${userIdSql(PAYEE)}, uuidv7(), 'live',
         'payment', 1234, 'NGN', n, 'order ' || n, '{}', '{wallet}', false, 'completed', attempt, now(),
         now() + interval '1 day', now(), 1
    FROM due`;

const INSERTS: Readonly<Record<DueTraffic['kind'], string>> = {
  'payment-requests': PAYMENT_REQUESTS,
  'checkout-sessions': CHECKOUT_SESSIONS,
  refunds: PAID_SESSIONS,
};

/**
 * Inserts payment requests and checkout sessions that wait for payment or are paid, with the rows that their use cases
 * would write.
 */
export class Dues {
  private next = 1;

  constructor(
    private readonly server: Server,
    private readonly database: string,
  ) {}

  /** Inserts `count` new ones, each for the next person in turn. */
  async make(kind: DueTraffic['kind'], count: number): Promise<Pick<DueTraffic, 'kind' | 'first' | 'count'>> {
    const first = this.next;
    this.next += count;
    await this.server.run(INSERTS[kind], this.database, [first, count]);
    await this.server.settle(this.database);
    return { kind, first, count };
  }
}
