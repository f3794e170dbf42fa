import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool, PoolClient } from 'pg';
import { CHECKS } from './ledger-checks';

/** Something in the books that cannot be: which check found it, and which row. */
export interface LedgerFault {
  check: string;
  row: string;
  detail: string;
}

export interface LedgerReport {
  checks: string[];
  journals: number;
  legs: number;
  faults: LedgerFault[];
}

const FAULTS_PER_CHECK = 100;

/** Proves the books on live data: one snapshot, every check, each fault named by its row. */
@Injectable()
export class LedgerVerification {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async verify(): Promise<LedgerReport> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL statement_timeout = 0');
      const report = await this.verifySnapshot(client);
      await client.query('COMMIT');
      return report;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async verifySnapshot(client: PoolClient): Promise<LedgerReport> {
    const faults: LedgerFault[] = [];
    for (const { name, sql } of CHECKS) {
      const { rows } = await client.query<{ row: string; detail: string }>(
        `${sql} LIMIT ${FAULTS_PER_CHECK}`,
      );
      faults.push(...rows.map(({ row, detail }) => ({ check: name, row, detail })));
    }
    const { rows } = await client.query<{ journals: string; legs: string }>(
      'SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.legs) AS legs',
    );
    return {
      checks: CHECKS.map(({ name }) => name),
      journals: +rows[0]!.journals,
      legs: +rows[0]!.legs,
      faults,
    };
  }
}
