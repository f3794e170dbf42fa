import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { lastAdministrator } from '../common/account.errors';
import type { User } from './user.aggregate';

/** `$1` is left out. With `$2` only administrators count who have a second factor, and so can act. */
const ANOTHER = `SELECT 1 FROM users u
  WHERE u.staff_role = 'admin' AND u.frozen_at IS NULL AND u.id <> $1
    AND (NOT $2::boolean OR EXISTS (SELECT 1 FROM two_factors t WHERE t.id = u.id AND t.enabled_at IS NOT NULL))
  LIMIT 1`;

/** Keeps the platform from losing its last administrator. */
@Injectable()
export class AdministratorsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * Call it before the command stages what takes this person's access as an administrator. Throws INVALID_STATE where
   * no other administrator remains, and makes the command start over where a concurrent one takes the other's access.
   */
  async requireAnother(user: User): Promise<void> {
    if (user.staffRole !== 'admin') return;
    const parameters = [user.id, await this.canAct(user)];
    const { rows } = await this.pool.query(ANOTHER, parameters);
    if (rows.length === 0) throw lastAdministrator();
    this.unit.lock('administrators');
    this.unit.stage({ sql: ANOTHER, parameters, expectedRows: 1 });
  }

  private async canAct({ id, frozenAt }: User): Promise<boolean> {
    if (frozenAt) return false;
    const { rows } = await this.pool.query(
      'SELECT 1 FROM two_factors WHERE id = $1 AND enabled_at IS NOT NULL',
      [id],
    );
    return rows.length > 0;
  }
}
