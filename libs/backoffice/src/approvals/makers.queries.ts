import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { StaffRole, UserCaller } from '@app/http';
import type { Pool } from 'pg';

/** Who asked for an action, and in which session. */
interface Maker {
  makerId: string;
  makerSessionId: string;
}

/** Reads the members of staff who asked for held actions. */
@Injectable()
export class MakersQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** The maker as a caller with the role of now; null where the account is frozen or has no second factor. */
  async callerOf({ makerId, makerSessionId }: Maker): Promise<UserCaller | null> {
    const { rows } = await this.pool.query<{ type: UserCaller['accountType']; role: StaffRole | null }>(
      `SELECT u.account_type AS type, u.staff_role AS role FROM users u JOIN two_factors t ON t.id = u.id
        WHERE u.id = $1 AND u.frozen_at IS NULL AND t.enabled_at IS NOT NULL`,
      [makerId],
    );
    const [maker] = rows;
    if (!maker) return null;
    return {
      kind: 'user',
      userId: makerId,
      sessionId: makerSessionId,
      accountId: makerId,
      teamRole: null,
      accountType: maker.type,
      staffRole: maker.role,
      twoFactorEnabled: true,
      provedAt: null,
      emailVerified: true,
    };
  }
}
