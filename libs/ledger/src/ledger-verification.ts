import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Config, SigningKey } from '@app/config';
import type { Pool, PoolClient } from 'pg';
import type { SignedClose } from './closes/close';
import { CloseFiles } from './closes/close-files';
import { CLOSE_CHECKS, CloseVerification } from './closes/close-verification';
import { CHECKS } from './ledger-checks';
import type { LedgerFault } from './ledger-fault';

export interface LedgerReport {
  checks: string[];
  journals: number;
  legs: number;
  /** Daily closes kept outside the database, that the books were held against. Without any, a cut tail does not show. */
  anchors: number;
  faults: LedgerFault[];
}

const FAULTS_PER_CHECK = 100;

/** Proves the books on live data: one snapshot, every check, each fault named by its row. */
@Injectable()
export class LedgerVerification {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly closes: CloseVerification,
  ) {}

  /** For those who have no container. */
  static of(pool: Pool, config: Config): LedgerVerification {
    return new LedgerVerification(
      pool,
      new CloseVerification(new CloseFiles(config), new SigningKey(config)),
    );
  }

  async verify(): Promise<LedgerReport> {
    const filed = await this.closes.filed();
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL statement_timeout = 0');
      const report = await this.verifySnapshot(client, filed);
      await client.query('COMMIT');
      return report;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async verifySnapshot(
    client: PoolClient,
    filed: ReadonlyMap<string, SignedClose | null>,
  ): Promise<LedgerReport> {
    const faults: LedgerFault[] = [];
    for (const { name, sql } of CHECKS) {
      const { rows } = await client.query<{ row: string; detail: string }>(
        `${sql} LIMIT ${FAULTS_PER_CHECK}`,
      );
      faults.push(...rows.map(({ row, detail }) => ({ check: name, row, detail })));
    }
    faults.push(...(await this.closes.faults(client, filed)));
    const { rows } = await client.query<{ journals: string; legs: string }>(
      'SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.legs) AS legs',
    );
    return {
      checks: [...CHECKS.map(({ name }) => name), ...CLOSE_CHECKS],
      journals: +rows[0]!.journals,
      legs: +rows[0]!.legs,
      anchors: filed.size,
      faults,
    };
  }
}
