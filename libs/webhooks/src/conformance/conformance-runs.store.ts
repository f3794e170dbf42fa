import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, DomainError, notFound, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import type { RuleReport } from './report.view';

/** Longer than any examination; when it has passed, the process of the run has ended. */
const RUN_TIMEOUT = `interval '5 minutes'`;
const KEPT_PER_ENDPOINT = 20;

export interface ConformanceRun {
  id: string;
  endpointId: string;
  status: 'running' | 'completed' | 'abandoned';
  startedAt: Date;
  finishedAt: Date | null;
  rules: RuleReport[];
}

/** The owner of runs: an account, or one of its apps. */
export interface RunOwner {
  ownerId: string;
  /** null: all apps of the account. */
  appId: string | null;
}

/** A run whose process has ended reads as abandoned, even before that is stored. */
const COLUMNS = `id, endpoint_id AS "endpointId",
  CASE WHEN status = 'running' AND held_until < clock_timestamp() THEN 'abandoned' ELSE status END AS status, started_at AS "startedAt", finished_at AS "finishedAt", rules`;

/** Stores conformance runs, at most one active run per endpoint across all processes. */
@Injectable()
export class ConformanceRunsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Starts a run. Throws CONFLICT while another run of the endpoint is active. */
  async openRun(endpoint: { id: string; appId: string; ownerId: string }): Promise<string> {
    const now = this.clock.now();
    const id = uuidv7(now);
    await this.pool.query(
      `UPDATE webhook_conformance_runs SET status = 'abandoned', finished_at = $2
        WHERE endpoint_id = $1 AND status = 'running' AND held_until < clock_timestamp()`,
      [endpoint.id, now],
    );
    const { rowCount } = await this.pool.query(
      `INSERT INTO webhook_conformance_runs (id, endpoint_id, app_id, owner_id, started_at, status, held_until)
       VALUES ($1, $2, $3, $4, $5, 'running', clock_timestamp() + ${RUN_TIMEOUT})
       ON CONFLICT (endpoint_id) WHERE status = 'running' DO NOTHING`,
      [id, endpoint.id, endpoint.appId, endpoint.ownerId, now],
    );
    if (rowCount === 0) throw underWay();
    return id;
  }

  /** Ends a run with its report, or with `null` when it was aborted. Deletes old runs. */
  async close(id: string, endpointId: string, rules: RuleReport[] | null): Promise<void> {
    await this.pool.query(
      `UPDATE webhook_conformance_runs SET status = $2, finished_at = $3, rules = $4 WHERE id = $1 AND status = 'running'`,
      [id, rules ? 'completed' : 'abandoned', this.clock.now(), JSON.stringify(rules ?? [])],
    );
    await this.pool.query(
      `DELETE FROM webhook_conformance_runs WHERE id IN (
         SELECT id FROM webhook_conformance_runs WHERE endpoint_id = $1 AND status <> 'running'
          ORDER BY started_at DESC, id DESC OFFSET ${KEPT_PER_ENDPOINT})`,
      [endpointId],
    );
  }

  /** Throws NOT_FOUND unless the run is the owner's. */
  async find({ ownerId, appId }: RunOwner, id: string): Promise<ConformanceRun> {
    const { rows } = await this.pool.query<ConformanceRun>(
      `SELECT ${COLUMNS} FROM webhook_conformance_runs WHERE id = $1 AND owner_id = $2 AND ($3::uuid IS NULL OR app_id = $3)`,
      [id, ownerId, appId],
    );
    if (!rows[0]) throw notFound('Conformance run');
    const { rules, ...run } = rows[0];
    return { ...run, rules: rules.map((rule) => ({ ...rule, fix: rule.fix ?? rule.mend })) };
  }

  async isOfTestMode(endpointId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ mode: string }>(
      'SELECT mode FROM webhook_endpoints WHERE id = $1',
      [endpointId],
    );
    return rows[0]?.mode === 'test';
  }
}

function underWay(): DomainError {
  const message = 'A conformance run of this endpoint is under way; its report is ready in a moment.';
  return new DomainError('conflict', 'CONFLICT', message, { retry_after: 10 });
}
