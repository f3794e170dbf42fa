import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import type { HeldStatus } from './held-action.states';

export interface HeldActionRow {
  id: string;
  action: string;
  body: Record<string, unknown>;
  makerId: string;
  /** First and last name. */
  maker: string | null;
  status: HeldStatus;
  madeAt: Date;
  expiresAt: Date;
  decidedBy: string | null;
  decider: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  refusalCode: string | null;
  refusalMessage: string | null;
}

/** What a member of staff may read. */
export interface Readable {
  userId: string;
  /** Names of actions that they may approve. */
  approvable: readonly string[];
}

/** Absent: not filtered by it. */
export interface HeldActionFilter {
  id?: string;
  status?: HeldStatus;
}

const STATUS = `CASE WHEN h.status = 'awaiting_approval' AND h.expires_at <= $3 THEN 'expired' ELSE h.status END`;
const MATCHING = `(h.maker_id = $1 OR h.action = ANY ($2::text[])) AND ($4::text IS NULL OR ${STATUS} = $4)
  AND ($5::uuid IS NULL OR h.id = $5)`;
const nameOf = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;

/** Reads held actions for the staff who may approve them and for their makers. */
@Injectable()
export class HeldActionsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The oldest first while they await approval, else the newest first. */
  async list(
    { userId, approvable }: Readable,
    { id, status }: HeldActionFilter,
    page: number,
    perPage: number,
  ): Promise<Page<HeldActionRow>> {
    const values = [userId, approvable, this.clock.now(), status ?? null, id ?? null];
    const order = status === 'awaiting_approval' ? 'ASC' : 'DESC';
    const [found, counted] = await Promise.all([
      this.pool.query<HeldActionRow>(
        `SELECT h.id, h.action, h.body, h.maker_id AS "makerId", ${nameOf('m')} AS maker, ${STATUS} AS status,
                h.made_at AS "madeAt", h.expires_at AS "expiresAt", h.decided_by AS "decidedBy",
                ${nameOf('d')} AS decider, h.decided_at AS "decidedAt", h.decision_reason AS "decisionReason",
                h.refusal_code AS "refusalCode", h.refusal_message AS "refusalMessage"
           FROM held_actions h LEFT JOIN users m ON m.id = h.maker_id LEFT JOIN users d ON d.id = h.decided_by
          WHERE ${MATCHING} ORDER BY h.made_at ${order}, h.id ${order} LIMIT $6 OFFSET $7`,
        [...values, perPage, (page - 1) * perPage],
      ),
      this.pool.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM held_actions h WHERE ${MATCHING}`,
        values,
      ),
    ]);
    return new Page(found.rows, counted.rows[0]!.total, page, perPage);
  }
}
