import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { conditionsOf, type MovementFilter } from './movement-filter.policy';
import { type Movement, MOVEMENT_COLUMNS, movementOf, type MovementRow, MOVEMENTS } from './movement.view';

/** Above every number of a movement. */
const NEWEST = 2n ** 63n - 1n;

/** Movements of several accounts in one list, newest first. */
export interface MergedMovements {
  movements: Movement[];
  /** By account, in their order: below which number the list goes on. Null where it ends. */
  next: bigint[] | null;
}

/** Lists movements of several accounts together. The cost depends on the number of accounts, not on the depth. */
@Injectable()
export class MergedMovementQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * At most `limit` movements after the first `skip`. Each account begins below its number in `before`, or with its
   * newest movement. Every movement is listed once, whatever is booked in the meantime.
   */
  async list(
    accountIds: readonly string[],
    filter: MovementFilter,
    { skip, limit, before }: { skip: number; limit: number; before: readonly bigint[] | null },
  ): Promise<MergedMovements> {
    const begins = accountIds.map((_, i) => (before ? (before[i] ?? 1n) : NEWEST));
    const read = await this.newest(accountIds, begins, filter, skip + limit + 1);
    const queues = accountIds.map((id) => read.filter(({ accountId }) => accountId === id));
    // An account without a further movement has none below: what is booked from now on belongs to a newer list.
    const positions = queues.map(([newest]) => (newest ? newest.seq + 1n : 1n));
    const merged: Movement[] = [];
    while (merged.length < skip + limit) {
      const from = indexOfNewest(queues);
      if (from === null) break;
      const movement = queues[from]!.shift()!;
      positions[from] = movement.seq;
      merged.push(movement);
    }
    const hasMore = queues.some(({ length }) => length > 0);
    return { movements: merged.slice(skip), next: hasMore ? positions : null };
  }

  /** How many movements match. */
  async count(accountIds: readonly string[], filter: MovementFilter): Promise<number> {
    const values: unknown[] = [accountIds];
    const conditions = conditionsOf(filter, (value) => `$${values.push(value)}`);
    const { rows } = await this.pool.query<{ total: string }>(
      conditions.length === 0
        ? 'SELECT coalesce(sum(seq), 0) AS total FROM ledger.balances WHERE account_id = ANY ($1::uuid[])'
        : `SELECT count(*) AS total FROM ${MOVEMENTS} WHERE l.account_id = ANY ($1::uuid[]) AND ${conditions.join(' AND ')}`,
      values,
    );
    return +rows[0]!.total;
  }

  private async newest(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter,
    limit: number,
  ): Promise<Movement[]> {
    const values: unknown[] = [accountIds, before.map(String), limit];
    const conditions = conditionsOf(filter, (value) => `$${values.push(value)}`);
    const matching = ['l.account_id = p.account_id', 'l.seq < p.before', ...conditions].join(' AND ');
    const { rows } = await this.pool.query<MovementRow>(
      `SELECT m.* FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before)
         CROSS JOIN LATERAL (
           SELECT ${MOVEMENT_COLUMNS} FROM ${MOVEMENTS} WHERE ${matching} ORDER BY l.seq DESC LIMIT $3
         ) m ORDER BY m.account_id, m.seq DESC`,
      values,
    );
    return rows.map(movementOf);
  }
}

/** The queue that begins with the newest movement; of one journal, the first of the queues. Null where all are empty. */
function indexOfNewest(queues: readonly (readonly Movement[])[]): number | null {
  let found: number | null = null;
  for (const [i, [head]] of queues.entries()) {
    if (head && (found === null || isNewer(head, queues[found]![0]!))) found = i;
  }
  return found;
}

function isNewer(one: Movement, other: Movement): boolean {
  const [a, b] = [one.createdAt.getTime(), other.createdAt.getTime()];
  return a === b ? one.journalId > other.journalId : a > b;
}
