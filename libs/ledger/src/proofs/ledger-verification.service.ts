import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Config, SigningKey } from '@app/config';
import type { Pool, PoolClient } from 'pg';
import type { SignedClose } from '../closes/close-document.policy';
import { CloseFilesService } from '../closes/close-files.service';
import { CLOSE_CHECKS, CloseVerificationService } from './close-verification.service';
import { EVERYTHING, type FaultRow, type LedgerFault, type Proofs } from './rules/check';
import { ProofRules } from './rules/proof-rules';
import { joinWholeTables, inSnapshot } from './snapshot';

export interface LedgerReport {
  checks: string[];
  journals: number;
  legs: number;
  /** Number of entries in the audit log. */
  audit_entries: number;
  /**
   * Number of daily closes outside the database that the books were compared with. Without any, removed newest
   * journals are not found.
   */
  anchors: number;
  faults: LedgerFault[];
}

const FAULTS_PER_CHECK = 100;
const LOCK = 'ledger-verification';

/** Checks the books on live data in one snapshot and names the row of each fault. */
@Injectable()
export class LedgerVerificationService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly rules: ProofRules,
    private readonly closes: CloseVerificationService,
  ) {}

  /** Creates the service without a Nest container. */
  static of(pool: Pool, config: Config, proofs: readonly Proofs[]): LedgerVerificationService {
    return new LedgerVerificationService(
      pool,
      new ProofRules(proofs),
      new CloseVerificationService(new CloseFilesService(config), new SigningKey(config)),
    );
  }

  async verify(): Promise<LedgerReport> {
    const filed = await this.closes.filed();
    return inSnapshot(this.pool, 0, (client) => this.verifySnapshot(client, filed));
  }

  /**
   * Verifies while no other process does; otherwise it returns without calling `begin`. `begin` returns whether there is
   * something to verify. `finish` ends before the lock is released. Rejects when `signal` stops the verification.
   */
  async verifyAlone(
    begin: () => Promise<boolean>,
    finish: (report: LedgerReport) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const filed = await this.closes.filed();
    await inSnapshot(this.pool, 0, async (client) => {
      const { rows } = await client.query<{ locked: boolean; pid: number }>(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked, pg_backend_pid() AS pid',
        [LOCK],
      );
      const { locked, pid } = rows[0]!;
      if (!locked || !(await begin())) return;
      const cancel = () => void this.pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      signal.addEventListener('abort', cancel);
      try {
        await finish(await this.verifySnapshot(client, filed, signal));
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    });
  }

  private async verifySnapshot(
    client: PoolClient,
    filed: ReadonlyMap<string, SignedClose | null>,
    signal?: AbortSignal,
  ): Promise<LedgerReport> {
    await joinWholeTables(client);
    const faults: LedgerFault[] = [];
    for (const { name, sql } of this.rules.all) {
      signal?.throwIfAborted();
      const { rows } = await client.query<FaultRow>(`${sql(EVERYTHING)} LIMIT ${FAULTS_PER_CHECK}`);
      faults.push(...rows.map(({ row, detail }) => ({ check: name, row, detail })));
    }
    faults.push(...(await this.closes.faults(client, filed)));
    const { rows } = await client.query<{ journals: string; legs: string; entries: string }>(
      `SELECT (SELECT count(*) FROM ledger.journals) AS journals, (SELECT count(*) FROM ledger.legs) AS legs,
              (SELECT count(*) FROM audit_log) AS entries`,
    );
    return {
      checks: [...new Set(this.rules.all.map(({ name }) => name)), ...CLOSE_CHECKS],
      journals: +rows[0]!.journals,
      legs: +rows[0]!.legs,
      audit_entries: +rows[0]!.entries,
      anchors: filed.size,
      faults,
    };
  }
}
