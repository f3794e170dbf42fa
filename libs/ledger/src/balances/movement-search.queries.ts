import { Inject, Injectable } from '@nestjs/common';
import { counterpartyHas, MOVEMENT_TEXT, POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import type { Pool } from 'pg';
import { foundBy, isFiltered, type MovementFilter } from './movement-filter.policy';

/** Movements that one request reads, because they are new or the index cannot find the text. */
const READ = 10_000;
/** Blocks of 32 movements that one request reads, of those in which the index finds the text. */
const BLOCKS = 320;
/** Matches that are counted. */
const COUNTED = 100;

export interface MovementKey {
  accountId: string;
  seq: bigint;
}

export interface FoundMovements {
  /** By account, newest first. */
  keys: MovementKey[];
  /** By account: every movement from this number on was searched. */
  floors: bigint[];
  /** Movements before this instant were not searched, because one request reads no more; null where none were left. */
  searchedTo: Date | null;
  /** Whether all matches were found. */
  isComplete: boolean;
}

interface Found {
  seq: bigint;
  createdAt: Date;
}

/** The matches of an account, newest first, and from which movement on it was searched; null: from the first. */
interface FoundOfAccount {
  matches: Found[];
  end: Found | null;
}

/** Of a type or a time that has few movements: all are read. */
const SEARCH_OF_FEW = `
  SELECT p.account_id, l.seq, l.created_at, true AS is_found
    FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before)
   CROSS JOIN LATERAL ledger.find_movements(p.account_id, $4, $5::timestamptz, $6::timestamptz, p.before, 0, $7::int) AS s(seq)
   CROSS JOIN LATERAL (SELECT * FROM ledger.legs x WHERE x.account_id = p.account_id AND x.seq = s.seq OFFSET 0) l
   CROSS JOIN LATERAL (SELECT * FROM ledger.journals x WHERE x.id = l.journal_id OFFSET 0) j
   WHERE strpos(${MOVEMENT_TEXT}, lower($3)) > 0
      OR ${counterpartyHas(`regexp_replace(lower($3), '^@', '')`)}
   ORDER BY p.account_id, l.seq DESC`;

const SEARCH = `
  SELECT p.account_id, s.* FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before)
   CROSS JOIN LATERAL ledger.search_movements(p.account_id, $3, $4, $5::timestamptz, $6::timestamptz, p.before, $7::int, $8::int, $9::int) AS s
   ORDER BY p.account_id, s.seq DESC`;

/** Searches movements by text. The work of one request has a limit, and the next one goes on where it ended. */
@Injectable()
export class MovementSearchQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * Matches among the movements of each account below its number in `before`, and at least the newest `limit` of them.
   * `selected` is how many movements the type and the time select.
   */
  async find(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter & { q: string },
    { limit, selected }: { limit: number; selected: number },
  ): Promise<FoundMovements> {
    const named = isUuid(filter.q) ? await this.ofTransaction(accountIds, before, filter) : [];
    if (named.length > 0)
      return { keys: named, floors: accountIds.map(() => 1n), searchedTo: null, isComplete: true };
    const { q, ...others } = filter;
    const most = Math.max(limit, COUNTED) + 1;
    const isOfFew = isFiltered(others) && selected <= READ;
    const places = [accountIds, before.map(String), q, ...foundBy(filter)];
    const read = Math.ceil(READ / accountIds.length);
    const { rows } = await this.pool.query<{
      account_id: string;
      seq: string;
      created_at: Date;
      is_found: boolean;
    }>(
      isOfFew
        ? { name: 'ledger_search_of_few', text: SEARCH_OF_FEW, values: [...places, 2 * READ] }
        : { name: 'ledger_search', text: SEARCH, values: [...places, most, read, BLOCKS] },
    );
    const ofAccounts = accountIds.map((id) => {
      const own = rows.filter((row) => row.account_id === id);
      const found = own.map((row) => ({ seq: BigInt(row.seq), createdAt: row.created_at }));
      const matches = found.filter((_, i) => own[i]!.is_found);
      return { matches, end: found.find((_, i) => !own[i]!.is_found) ?? null };
    });
    return merged(accountIds, ofAccounts, isOfFew ? Infinity : most);
  }

  private async ofTransaction(
    accountIds: readonly string[],
    before: readonly bigint[],
    { q, type, from, to }: MovementFilter,
  ): Promise<MovementKey[]> {
    const { rows } = await this.pool.query<{ account_id: string; seq: string }>(
      `SELECT l.account_id, l.seq FROM ledger.journals j
        CROSS JOIN LATERAL unnest(j.accounts, j.seqs) AS named(account_id, seq)
         JOIN unnest($2::uuid[], $3::bigint[]) AS p(account_id, before) ON p.account_id = named.account_id AND named.seq < p.before
         JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
        WHERE j.id = $1 AND ($4::text IS NULL OR l.type = $4) AND l.created_at >= $5 AND l.created_at < $6
        ORDER BY l.account_id, l.seq DESC`,
      [q, accountIds, before.map(String), ...foundBy({ type, from, to })],
    );
    return rows.map((row) => ({ accountId: row.account_id, seq: BigInt(row.seq) }));
  }
}

/**
 * Where accounts were not searched to their first movements, only the time in which all were searched counts, so that no
 * account's matches are missing between those of another.
 */
function merged(
  accountIds: readonly string[],
  ofAccounts: readonly FoundOfAccount[],
  most: number,
): FoundMovements {
  const ends = ofAccounts.map(({ end }) => end?.createdAt.getTime() ?? -Infinity);
  const latest = Math.max(...ends);
  const searchedTo = latest === -Infinity ? null : new Date(latest);
  const keys: MovementKey[] = [];
  const floors = ofAccounts.map(({ matches, end }, i) => {
    // The account that was searched least far shows all it has, so that the next request goes on with it.
    const isCut = ({ createdAt }: Found) =>
      searchedTo !== null && i !== ends.indexOf(latest) && createdAt < searchedTo;
    const first = matches.findIndex(isCut);
    const kept = first === -1 ? matches : matches.slice(0, first);
    keys.push(...kept.map(({ seq }) => ({ accountId: accountIds[i]!, seq })));
    if (first !== -1) return matches[first]!.seq + 1n;
    return end?.seq ?? (matches.length >= most ? matches.at(-1)!.seq : 1n);
  });
  const isComplete = searchedTo === null && ofAccounts.every(({ matches }) => matches.length < most);
  return { keys, floors, searchedTo, isComplete };
}
