import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Page, type PageQuery } from '@app/http';
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

const STATUS = `CASE WHEN h.status = 'awaiting_approval' AND h.expires_at <= $3 THEN 'expired' ELSE h.status END`;
const nameOf = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;

const LIST = {
  name: 'held-actions',
  rows: 'held_actions h',
  where: `(h.maker_id = $1 OR h.action = ANY ($2::text[])) AND ($4::text IS NULL OR ${STATUS} = $4)`,
  columns: `h.id, h.action, h.body, h.maker_id AS "makerId", ${nameOf('m')} AS maker, ${STATUS} AS status,
    h.made_at AS "madeAt", h.expires_at AS "expiresAt", h.decided_by AS "decidedBy",
    ${nameOf('d')} AS decider, h.decided_at AS "decidedAt", h.decision_reason AS "decisionReason",
    h.refusal_code AS "refusalCode", h.refusal_message AS "refusalMessage"`,
  joins: 'LEFT JOIN users m ON m.id = h.maker_id LEFT JOIN users d ON d.id = h.decided_by',
};

/** Reads held actions for the staff who may approve them and for their makers. */
@Injectable()
export class HeldActionsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The oldest first while they await approval, else the newest first. */
  list(
    { userId, approvable }: Readable,
    status: HeldStatus | undefined,
    page: PageQuery,
  ): Promise<Page<HeldActionRow>> {
    const direction = status === 'awaiting_approval' ? 'ASC' : 'DESC';
    const list = { ...LIST, order: `h.made_at ${direction}, h.id ${direction}` };
    return Page.read(this.pool, list, [userId, approvable, this.clock.now(), status], page);
  }

  async find({ userId, approvable }: Readable, id: string): Promise<HeldActionRow | undefined> {
    const { rows } = await this.pool.query<HeldActionRow>(
      `SELECT ${LIST.columns} FROM ${LIST.rows} ${LIST.joins} WHERE ${LIST.where} AND h.id = $5`,
      [userId, approvable, this.clock.now(), null, id],
    );
    return rows[0];
  }
}
