import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { addSeconds, Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import { PasswordResetRequested } from '../common/account.events';
import { EmailTokensService } from '../codes/email-tokens.service';

const LIFETIME_SECONDS = 1800;

/** A reset that may still be used. */
export interface OpenReset {
  id: string;
  email: string;
}

/** Requests to set a forgotten password: thirty minutes, one use, and a use ends all others of that address. */
@Injectable()
export class PasswordResetsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly secrets: EmailTokensService,
    private readonly clock: Clock,
  ) {}

  /** Stages a request. Whether the address has an account is not looked up yet, so that the response time reveals nothing. */
  request(email: string): void {
    const now = this.clock.now();
    const resetId = uuidv7(now);
    const expiresAt = addSeconds(now, LIFETIME_SECONDS);
    this.unit.stage({
      sql: 'INSERT INTO password_resets (id, email, expires_at) VALUES ($1, $2, $3)',
      parameters: [resetId, email, expiresAt],
      expectedRows: 1,
    });
    // It belongs to no account as long as none is looked for.
    const data = { resetId, email, expiresAt: expiresAt.toISOString() };
    this.eventBus.publish(new PasswordResetRequested(resetId, resetId, 'live', data));
  }

  /** The reset a token opens; null where it is none of ours, used or run out. */
  async openedBy(token: string): Promise<OpenReset | null> {
    const id = this.secrets.resetIdOf(token);
    if (id === null) return null;
    const { rows } = await this.pool.query<OpenReset>(
      'SELECT id, email FROM password_resets WHERE id = $1 AND used_at IS NULL AND expires_at > $2',
      [id, this.clock.now()],
    );
    return rows[0] ?? null;
  }

  /** Stages the use. Of two uses at once one commits; the other starts over and finds it used. */
  spend({ id, email }: OpenReset): void {
    const now = this.clock.now();
    this.unit.stage({
      sql: 'UPDATE password_resets SET used_at = $2 WHERE id = $1 AND used_at IS NULL',
      parameters: [id, now],
      expectedRows: 1,
    });
    this.endAll(email);
  }

  /** Stages the end of all open requests for an address. */
  endAll(email: string): void {
    this.unit.stage({
      sql: 'UPDATE password_resets SET used_at = $2 WHERE email = $1 AND used_at IS NULL',
      parameters: [email, this.clock.now()],
    });
  }
}
