import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { foundBy, type MovementFilter } from './movement-filter.policy';
import { typeOfKind } from '../rollups/movement-kinds.policy';
import { ALL_TIME, MOVEMENT_SUMS, sumsParameters } from '../rollups/movement-sums.queries';

/** The movements of an account that a filter selects, as of one instant. */
export interface MovementExtent {
  accountId: string;
  /** The number of the account's last movement. */
  last: bigint;
  count: bigint;
}

/** A part of an account's movements: the newest `rows` that match below the number `before`. */
export interface MovementPart {
  before: bigint;
  rows: number;
  /** The first and the last movement in the order of lists, newest first. */
  firstId: string;
  lastId: string;
}

/** Measures movements that are to be exported. What is there does not change, whatever is booked later. */
@Injectable()
export class MovementExtentsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** How many movements match, and the last number of each account, in one snapshot. */
  async of(accountIds: readonly string[], filter: Omit<MovementFilter, 'q'>): Promise<MovementExtent[]> {
    const [from, to] = [filter.from ?? ALL_TIME[0], filter.to ?? ALL_TIME[1]];
    const { rows } = await this.pool.query<{
      account_id: string;
      seq: string;
      kind: string | null;
      count: string;
    }>(
      `SELECT b.account_id, b.seq, s.kind, coalesce(s.count, 0) AS count
         FROM unnest($1::uuid[]) a(id) JOIN ledger.balances b ON b.account_id = a.id
         LEFT JOIN ${MOVEMENT_SUMS} s ON s.account_id = b.account_id`,
      sumsParameters(accountIds, from < to ? [from, to] : [from, from]),
    );
    return accountIds.flatMap((accountId) => {
      const own = rows.filter((row) => row.account_id === accountId);
      const matching = own.filter(
        ({ kind }) => filter.type === undefined || (kind && typeOfKind(kind) === filter.type),
      );
      const count = matching.reduce((sum, row) => sum + BigInt(row.count), 0n);
      return own[0] ? [{ accountId, last: BigInt(own[0].seq), count }] : [];
    });
  }

  /** The parts of at most `size` movements, newest first. */
  async parts(
    { accountId, last, count }: MovementExtent,
    filter: Omit<MovementFilter, 'q'>,
    size: number,
  ): Promise<MovementPart[]> {
    const parts: MovementPart[] = [];
    let before = last + 1n;
    for (let left = count; left > 0n; left -= BigInt(size)) {
      const rows = left < BigInt(size) ? Number(left) : size;
      const [first] = await this.found(accountId, filter, before, 0);
      const [end] = await this.found(accountId, filter, before, rows - 1);
      if (!first || !end) break;
      parts.push({ before, rows, firstId: first.id, lastId: end.id });
      before = end.seq;
    }
    return parts;
  }

  private async found(accountId: string, filter: Omit<MovementFilter, 'q'>, before: bigint, skip: number) {
    const { rows } = await this.pool.query<{ seq: string; id: string }>(
      `SELECT l.seq, l.journal_id AS id
         FROM ledger.find_movements($1, $2, $3::timestamptz, $4::timestamptz, $5, $6::bigint, 1) AS s(seq)
         JOIN ledger.legs l ON l.account_id = $1 AND l.seq = s.seq`,
      [accountId, ...foundBy(filter), before.toString(), skip],
    );
    return rows.map(({ seq, id }) => ({ seq: BigInt(seq), id }));
  }
}
