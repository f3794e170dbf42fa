import { PEOPLE, userIdSql } from './people';
import { type DueTraffic, STRIDE } from './requests';
import type { Server } from './server';

const PAYER = `(n * ${STRIDE}) % ${PEOPLE}`;
const PAYEE = `(n * ${STRIDE} + 1 + n % ${PEOPLE - 1}) % ${PEOPLE}`;

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

/**
 * Inserts payment requests and checkout sessions that wait for payment, with the rows that their use cases would
 * write.
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
    const sql = kind === 'payment-requests' ? PAYMENT_REQUESTS : CHECKOUT_SESSIONS;
    await this.server.run(sql, this.database, [first, count]);
    await this.server.settle(this.database);
    return { kind, first, count };
  }
}
