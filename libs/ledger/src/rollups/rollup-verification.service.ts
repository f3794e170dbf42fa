import { Inject, Injectable } from '@nestjs/common';
import { BLOCK_PLACES, MOVEMENT_KIND, MOVEMENT_TEXT, POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { EVERYTHING, type FaultRow, type LedgerFault } from '../proofs/rules/check';
import { ROLLUP_CHECKS } from '../proofs/rules/rollup-checks';
import { inSnapshot, joinWholeTables } from '../proofs/snapshot';

const FAULTS_PER_CHECK = 100;

const FOLDED = 'ledger.legs l JOIN ledger.folds f ON f.account_id = l.account_id AND l.seq <= f.folded_to';
const INDEXED = 'ledger.legs l JOIN ledger.folds f ON f.account_id = l.account_id AND l.seq <= f.indexed_to';

/** A rollup or an index, and the query of its rows from a plain scan of the legs. */
const SCANS = [
  {
    name: 'hours of the rollups equal a scan of the legs',
    rollup:
      'SELECT account_id, hour::text, kind, credit, count, amount_minor, first_seq, last_seq FROM ledger.movement_hours',
    scan: `SELECT l.account_id, date_trunc('hour', l.created_at, 'UTC')::text, ${MOVEMENT_KIND}, l.amount_minor > 0, count(*),
                  sum(abs(l.amount_minor)), min(l.seq), max(l.seq) FROM ${FOLDED} GROUP BY 1, 2, 3, 4`,
  },
  {
    name: 'blocks of the rollups equal a scan of the legs',
    rollup: 'SELECT account_id, block, type, count, places, first_at, last_at FROM ledger.movement_blocks',
    scan: `SELECT l.account_id, (l.seq - 1) / 256, l.type, count(*), ${BLOCK_PLACES}, min(l.created_at), max(l.created_at) FROM ${FOLDED} GROUP BY 1, 2, 3`,
  },
  {
    name: 'superblocks of the rollups equal a scan of the legs',
    rollup: 'SELECT account_id, superblock, type, count, first_at, last_at FROM ledger.movement_superblocks',
    scan: `SELECT l.account_id, (l.seq - 1) / 65536, l.type, count(*), min(l.created_at), max(l.created_at) FROM ${FOLDED}
            WHERE l.seq <= 65536 * (f.folded_to / 65536) GROUP BY 1, 2, 3`,
  },
  {
    name: 'sums by sender equal a scan of the legs',
    rollup: 'SELECT account_id, sender_id, count, amount_minor FROM ledger.senders',
    scan: `SELECT l.account_id, l.counterparty_id, count(*), sum(l.amount_minor) FROM ${FOLDED}
            WHERE l.counterparty_id IS NOT NULL AND l.amount_minor > 0 AND ledger.is_received(${MOVEMENT_KIND})
              AND l.created_at >= f.window_from::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`,
  },
  {
    name: 'texts of the search equal a scan of the legs',
    rollup: 'SELECT account_id, block, texts FROM ledger.search_blocks',
    scan: `SELECT l.account_id, (l.seq - 1) / 32, string_agg(${MOVEMENT_TEXT}, E'\\n' ORDER BY l.seq)
             FROM ${INDEXED} LEFT JOIN ledger.journals j ON j.id = l.journal_id GROUP BY 1, 2`,
  },
  {
    name: 'counterparties of the search equal a scan of the legs',
    rollup: 'SELECT account_id, counterparty_id, block FROM ledger.counterparty_blocks',
    scan: `SELECT DISTINCT l.account_id, l.counterparty_id, (l.seq - 1) / 32 FROM ${INDEXED} WHERE l.counterparty_id IS NOT NULL`,
  },
];

export interface RollupReport {
  checks: string[];
  accounts: number;
  /** Movements that the rollups contain, and those that they do not contain yet. */
  folded: number;
  waiting: number;
  faults: LedgerFault[];
}

/** Compares all rollups with a plain scan of the journal, in one snapshot. */
@Injectable()
export class RollupVerificationService {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  verify(): Promise<RollupReport> {
    return inSnapshot(this.pool, 0, async (client) => {
      await joinWholeTables(client);
      const faults: LedgerFault[] = [];
      for (const { name, sql } of ROLLUP_CHECKS) {
        const { rows } = await client.query<FaultRow>(`${sql(EVERYTHING)} LIMIT ${FAULTS_PER_CHECK}`);
        faults.push(...rows.map(({ row, detail }) => ({ check: name, row, detail })));
      }
      for (const { name, rollup, scan } of SCANS) {
        const { rows } = await client.query<{ account_id: string; rows: string }>(
          `WITH kept AS MATERIALIZED (${rollup}), found AS MATERIALIZED (${scan})
           SELECT account_id, count(*) AS rows FROM (
             (SELECT * FROM kept EXCEPT ALL SELECT * FROM found) UNION ALL (SELECT * FROM found EXCEPT ALL SELECT * FROM kept)
           ) d GROUP BY 1 LIMIT ${FAULTS_PER_CHECK}`,
        );
        for (const { account_id: account, rows: differing } of rows)
          faults.push({ check: name, row: `rollups of ${account}`, detail: `${differing} rows differ` });
      }
      const { rows } = await client.query<{ accounts: string; folded: string; waiting: string }>(
        `SELECT count(f.account_id) AS accounts, coalesce(sum(f.folded_to), 0) AS folded,
                coalesce(sum(b.seq - coalesce(f.folded_to, 0)), 0) AS waiting
           FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id)`,
      );
      const { accounts, folded, waiting } = rows[0]!;
      const checks = [...ROLLUP_CHECKS, ...SCANS].map(({ name }) => name);
      return { checks, accounts: +accounts, folded: +folded, waiting: +waiting, faults };
    });
  }
}
