import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Mode } from '@app/kernel';
import type { Pool } from 'pg';
import { factsOf, SESSION_COLUMNS, type SessionRow } from './session-row.mapping';
import type { SessionFacts } from './session.view';

/** Reads a session for the merchant who made it. */
@Injectable()
export class CheckoutQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Null where the owner has no such session in this mode. */
  async find(ownerId: string, mode: Mode, sessionId: string): Promise<SessionFacts | null> {
    const { rows } = await this.pool.query<SessionRow>({
      name: 'checkout_session',
      text: `SELECT ${SESSION_COLUMNS} FROM checkout_sessions
              WHERE session_id = $1 AND owner_id = $2 AND mode = $3 AND purpose <> 'deposit'`,
      values: [sessionId, ownerId, mode],
    });
    return rows[0] ? factsOf(rows[0]) : null;
  }
}
