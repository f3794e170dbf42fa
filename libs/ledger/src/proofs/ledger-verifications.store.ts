import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { ChangeNotifier } from '@app/queue';
import type { Pool } from 'pg';
import type { LedgerReport } from './ledger-verification.service';

/** Name of the job that runs requested verifications, by which a request starts it. */
export const VERIFY_LEDGER = 'verify the ledger on request';

const TOPIC = 'ledger-verification';
/** Days for which finished verifications can be read. */
const KEPT_DAYS = 90;
const COLUMNS = `id, requested_at AS "requestedAt", started_at AS "startedAt", finished_at AS "finishedAt", report, error`;

/** A verification that staff requested. */
export interface RequestedVerification {
  id: string;
  requestedAt: Date;
  /** When its last attempt began; null: it waits for a scheduler. */
  startedAt: Date | null;
  finishedAt: Date | null;
  report: LedgerReport | null;
  /** Why there is no report; null where there is one, or none yet. */
  error: string | null;
}

/** Stores requested verifications. At most one is open at a time. */
@Injectable()
export class LedgerVerificationsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly notifier: ChangeNotifier,
  ) {}

  async find(id: string): Promise<RequestedVerification | null> {
    const { rows } = await this.pool.query<RequestedVerification>(
      `SELECT ${COLUMNS} FROM ledger_verifications WHERE id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Returns the verification once it is finished, at the latest after `limitMs`. Null for an unknown id. */
  async finished(id: string, limitMs: number): Promise<RequestedVerification | null> {
    const watch = await this.notifier.watch(TOPIC, id);
    const until = performance.now() + limitMs;
    try {
      for (;;) {
        const found = await this.find(id);
        const leftMs = until - performance.now();
        if (!watch || !found || found.finishedAt || leftMs <= 0 || this.notifier.isClosed) return found;
        await watch.changed(leftMs);
      }
    } finally {
      watch?.close();
    }
  }

  async open(): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT id FROM ledger_verifications WHERE finished_at IS NULL',
    );
    return rows[0]?.id ?? null;
  }

  /** Counts an attempt and returns its number; null where the verification has finished meanwhile. */
  async begin(id: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ attempts: number }>(
      `UPDATE ledger_verifications SET started_at = clock_timestamp(), attempts = attempts + 1
        WHERE id = $1 AND finished_at IS NULL RETURNING attempts`,
      [id],
    );
    return rows[0]?.attempts ?? null;
  }

  /** Returns an attempt that a shutdown interrupted. It does not count. */
  async release(id: string): Promise<void> {
    await this.pool.query(
      `UPDATE ledger_verifications SET started_at = NULL, attempts = attempts - 1
        WHERE id = $1 AND finished_at IS NULL`,
      [id],
    );
  }

  /** Stores the outcome, removes verifications that are too old to be read, and notifies requests that wait. */
  async finish(id: string, outcome: { report: LedgerReport } | { error: string }): Promise<void> {
    const report = 'report' in outcome ? JSON.stringify(outcome.report) : null;
    const error = 'error' in outcome ? outcome.error : null;
    await this.pool.query(
      `UPDATE ledger_verifications SET finished_at = clock_timestamp(), report = $2, error = $3
        WHERE id = $1 AND finished_at IS NULL`,
      [id, report, error],
    );
    await this.pool.query(
      'DELETE FROM ledger_verifications WHERE finished_at < clock_timestamp() - make_interval(days => $1)',
      [KEPT_DAYS],
    );
    this.notifier.notify(TOPIC, id);
  }
}
