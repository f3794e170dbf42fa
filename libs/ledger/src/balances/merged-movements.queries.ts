import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { typeOfKind } from '../rollups/movement-kinds.policy';
import { ALL_TIME, MovementSumsQueries } from '../rollups/movement-sums.queries';
import { foundBy, isFiltered, type MovementFilter } from './movement-filter.policy';
import { type FoundMovements, type MovementKey, MovementSearchQueries } from './movement-search.queries';
import { type Movement, MOVEMENT_COLUMNS, movementOf, type MovementRow, MOVEMENTS } from './movement.view';

/** Above every number of a movement. */
const NEWEST = 2n ** 63n - 1n;

/** The movement `k.seq` of the account, which is an expression. */
const movementAt = (account: string) =>
  `SELECT ${MOVEMENT_COLUMNS} FROM ${MOVEMENTS} WHERE l.account_id = ${account} AND l.seq = k.seq OFFSET 0`;

const COMPLETE = { searchedTo: null, isComplete: true };

/** Movements of several accounts in one list, newest first. */
export interface MergedMovements {
  movements: Movement[];
  /** By account, in their order: below which number the list goes on. Null where it ends. */
  next: bigint[] | null;
  /** A text was searched in later movements only; null where all were searched. */
  searchedTo: Date | null;
}

/** How many movements match. */
export interface MovementCount {
  total: number;
  /** Whether all movements were counted. */
  isExact: boolean;
}

/** Where a list begins and how much it has. */
interface ListPlace {
  skip: number;
  limit: number;
  /** By account, in their order; null: with the newest. */
  before: readonly bigint[] | null;
}

/** Lists movements of several accounts together. The cost depends on the number of accounts, not on the depth. */
@Injectable()
export class MergedMovementsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly sums: MovementSumsQueries,
    private readonly search: MovementSearchQueries,
  ) {}

  /** Searches the text of the filter from the newest movement on, once for the number of matches and a page with its end at `limit`; null without text. */
  async searched(
    accountIds: readonly string[],
    filter: MovementFilter,
    limit: number,
  ): Promise<FoundMovements | null> {
    const begins = accountIds.map(() => NEWEST);
    return filter.q === undefined ? null : this.matching(accountIds, begins, filter, limit);
  }

  /**
   * At most `limit` movements after the first `skip`. Each account begins below its number in `before`, or with its
   * newest movement; `searched` is what a list from the newest on has found already. Every movement is listed once,
   * whatever is booked in the meantime.
   */
  async list(
    accountIds: readonly string[],
    filter: MovementFilter,
    { skip, limit, before }: ListPlace,
    searched: FoundMovements | null = null,
  ): Promise<MergedMovements> {
    const begins = accountIds.map((_, i) => (before ? (before[i] ?? 1n) : NEWEST));
    // The movements that one account skips need not be read.
    const isSkipped = accountIds.length === 1 && filter.q === undefined;
    const rest = isSkipped ? 0 : skip;
    const most = { skip: skip - rest, limit: rest + limit + 1 };
    const found = await this.newest(accountIds, begins, filter, most, before ? null : searched);
    const read = found.movements;
    const queues = accountIds.map((id) => read.filter(({ accountId }) => accountId === id));
    // An account without a further movement has none below: what is booked from now on belongs to a newer list.
    const positions = queues.map(([newest], i) => (newest ? newest.seq + 1n : found.floors[i]!));
    const merged: Movement[] = [];
    while (merged.length < rest + limit) {
      const from = indexOfNewest(queues);
      if (from === null) break;
      const movement = queues[from]!.shift()!;
      positions[from] = movement.seq;
      merged.push(movement);
    }
    const hasMore = queues.some(({ length }) => length > 0);
    const movements = merged.slice(rest);
    if (hasMore || found.searchedTo === null)
      return { movements, next: hasMore ? positions : null, searchedTo: null };
    return { movements, next: found.floors, searchedTo: found.searchedTo };
  }

  /** How many movements match, from the newest on; of a text, among those that were searched. */
  async count(
    accountIds: readonly string[],
    filter: MovementFilter,
    searched: FoundMovements | null = null,
  ): Promise<MovementCount> {
    const found = searched ?? (await this.searched(accountIds, filter, 0));
    if (found) return { total: found.keys.length, isExact: found.isComplete };
    if (isFiltered(filter)) return { total: await this.summed(accountIds, filter), isExact: true };
    const { rows } = await this.pool.query<{ total: string }>(
      'SELECT coalesce(sum(seq), 0) AS total FROM ledger.balances WHERE account_id = ANY ($1::uuid[])',
      [accountIds],
    );
    return { total: +rows[0]!.total, isExact: true };
  }

  private async summed(accountIds: readonly string[], { type, from, to }: MovementFilter): Promise<number> {
    const [begin, end] = [from ?? ALL_TIME[0], to ?? ALL_TIME[1]];
    if (begin >= end) return 0;
    if (type !== undefined && !from && !to) return Number(await this.sums.countOfType(accountIds, type));
    const counts =
      type === undefined
        ? await this.sums.flowsBetween(accountIds, [begin, end])
        : (await this.sums.between(accountIds, [begin, end])).filter(({ kind }) => typeOfKind(kind) === type);
    return Number(counts.reduce((total, { count }) => total + count, 0n));
  }

  /** By account, newest first. */
  private async newest(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter,
    { skip, limit }: Omit<ListPlace, 'before'>,
    searched: FoundMovements | null,
  ): Promise<Omit<FoundMovements, 'keys'> & { movements: Movement[] }> {
    if (filter.q !== undefined) {
      const found = searched ?? (await this.matching(accountIds, before, filter, limit));
      const most = new Map<string, number>();
      const keys = found.keys.filter(({ accountId }) => {
        most.set(accountId, (most.get(accountId) ?? 0) + 1);
        return most.get(accountId)! <= limit;
      });
      return { ...found, movements: await this.movementsOf(keys) };
    }
    if (accountIds.length === 1) {
      const movements = await this.foundInOne(accountIds[0]!, before[0]!, filter, { skip, limit });
      return { ...COMPLETE, floors: [1n], movements };
    }
    const keys = await this.foundIn(accountIds, before, filter, { skip, limit });
    return { ...COMPLETE, floors: accountIds.map(() => 1n), movements: await this.movementsOf(keys) };
  }

  private async foundIn(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter,
    { skip, limit }: Omit<ListPlace, 'before'>,
  ): Promise<MovementKey[]> {
    const { rows } = await this.pool.query<{ account_id: string; seq: string }>({
      name: 'ledger_movements_found',
      text: `SELECT p.account_id, s.seq FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before)
              CROSS JOIN LATERAL ledger.find_movements(p.account_id, $3, $4::timestamptz, $5::timestamptz, p.before, $6::bigint, $7::int) AS s(seq)`,
      values: [accountIds, before.map(String), ...foundBy(filter), skip, limit],
    });
    return rows.map((row) => ({ accountId: row.account_id, seq: BigInt(row.seq) }));
  }

  /** In one statement: the planner knows the partition of the account. */
  private async foundInOne(
    accountId: string,
    before: bigint,
    filter: MovementFilter,
    { skip, limit }: Omit<ListPlace, 'before'>,
  ): Promise<Movement[]> {
    const { rows } = await this.pool.query<MovementRow>({
      name: 'ledger_movements_found_in_one',
      text: `SELECT m.* FROM ledger.find_movements($1::uuid, $3, $4::timestamptz, $5::timestamptz, $2::bigint, $6::bigint, $7::int) AS k(seq)
              CROSS JOIN LATERAL (${movementAt('$1::uuid')}) m ORDER BY m.seq DESC`,
      values: [accountId, before.toString(), ...foundBy(filter), skip, limit],
    });
    return rows.map(movementOf);
  }

  private async matching(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter,
    limit: number,
  ): Promise<FoundMovements> {
    const { q = '', ...others } = filter;
    const selected = isFiltered(others) ? await this.summed(accountIds, others) : Infinity;
    return this.search.find(accountIds, before, { ...others, q }, { limit, selected });
  }

  /** By account, newest first. */
  private async movementsOf(keys: readonly MovementKey[]): Promise<Movement[]> {
    if (keys.length === 0) return [];
    const { rows } = await this.pool.query<MovementRow>({
      name: 'ledger_movements_by_key',
      text: `SELECT m.* FROM unnest($1::uuid[], $2::bigint[]) AS k(account_id, seq)
              CROSS JOIN LATERAL (${movementAt('k.account_id')}) m
              ORDER BY m.account_id, m.seq DESC`,
      values: [keys.map(({ accountId }) => accountId), keys.map(({ seq }) => seq.toString())],
    });
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
