import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { UserCaller } from '@app/http';
import { addSeconds, Clock, DomainError } from '@app/kernel';
import type { Pool } from 'pg';

const RECENT_SECONDS = 30 * 60;

/** Whether a member of staff has shown their authenticator code recently: every sign-in of staff asks for it. */
@Injectable()
export class RecentSignIns {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Throws TOTP_REQUIRED where the session was opened more than 30 minutes ago. */
  async assertRecent({ sessionId }: UserCaller): Promise<void> {
    const { rowCount } = await this.pool.query('SELECT 1 FROM sessions WHERE id = $1 AND created_at >= $2', [
      sessionId,
      addSeconds(this.clock.now(), -RECENT_SECONDS),
    ]);
    if (rowCount === 0)
      throw new DomainError(
        'unauthenticated',
        'TOTP_REQUIRED',
        'Sign in again with your authenticator code.',
        {
          step_up: true,
        },
      );
  }
}
