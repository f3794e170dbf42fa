import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** Stores when all chargebacks of a company were read, so that none is missed after days without an answer. */
@Injectable()
export class ChargebackReadsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** Null: never. */
  async readAt(gateway: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ read_at: Date }>(
      'SELECT read_at FROM chargeback_reads WHERE gateway = $1',
      [gateway],
    );
    return rows[0]?.read_at ?? null;
  }

  record(gateway: string, at: Date): void {
    this.unit.stage({
      sql: `INSERT INTO chargeback_reads (gateway, read_at) VALUES ($1, $2)
            ON CONFLICT (gateway) DO UPDATE SET read_at = greatest(chargeback_reads.read_at, excluded.read_at)`,
      parameters: [gateway, at],
    });
  }
}
