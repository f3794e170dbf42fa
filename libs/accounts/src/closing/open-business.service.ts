import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** One kind of business that an account may have open. */
export interface OpenBusinessKind {
  /** For the owner, e.g. `open escrow`. */
  what: string;
  /** A SELECT of one number: how much of it the account $1 has open at $2. */
  sql: string;
}

/**
 * What keeps an account from being closed. Each lib registers what it may have open, because this lib does not know the
 * later ones.
 */
@Injectable()
export class OpenBusinessService {
  private readonly kinds: OpenBusinessKind[] = [];

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  register(...kinds: OpenBusinessKind[]): void {
    this.kinds.push(...kinds);
  }

  /** What the account has open, with its number, e.g. `2 open escrows`. */
  async of(userId: string): Promise<string[]> {
    const counts = this.kinds.map(({ sql }, i) => `(${sql})::int AS c${i}`).join(', ');
    const { rows } = await this.pool.query<Record<string, number>>(
      `SELECT ${counts} WHERE $1::uuid IS NOT NULL AND $2::timestamptz IS NOT NULL`,
      [userId, this.clock.now()],
    );
    const row = rows[0]!;
    return this.kinds.flatMap(({ what }, i) => {
      const count = row[`c${i}`]!;
      return count > 0 ? [`${count} ${what}${count > 1 ? 's' : ''}`] : [];
    });
  }

  /** Makes the command start over where the account has anything open when it commits. */
  requireNone(userId: string): void {
    const conditions = this.kinds.map(({ sql }) => `(${sql}) = 0`).join(' AND ');
    this.unit.stage({
      sql: `SELECT 1 WHERE $1::uuid IS NOT NULL AND $2::timestamptz IS NOT NULL AND ${conditions}`,
      parameters: [userId, this.clock.now()],
      expectedRows: 1,
    });
  }
}
