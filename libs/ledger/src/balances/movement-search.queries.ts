import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import type { Pool } from 'pg';
import { foundBy, type MovementFilter } from './movement-filter.policy';

/** Movements that one request searches, and of each account at least. */
const SEARCHED = 10_000;
const SEARCHED_OF_ACCOUNT = 2_000;

export interface MovementKey {
  accountId: string;
  seq: bigint;
}

export interface FoundMovements {
  /** By account, newest first. */
  keys: MovementKey[];
  /** By account: every movement from this number on was searched. */
  floors: bigint[];
  /** Movements before this instant were not searched; null where all were. */
  searchedTo: Date | null;
}

interface Row {
  account_id: string;
  seq: string | null;
  floor: string;
  cut: Date | null;
}

/**
 * Candidates are the newest movements of each account of the asked type and time. Where one has more, only the time in
 * which all accounts were searched counts, so that no account's matches are missing between those of another.
 */
const SEARCH = `
  WITH candidates AS MATERIALIZED (
    SELECT p.account_id, l.seq, l.journal_id, l.counterparty_id, l.created_at, row_number() OVER (PARTITION BY p.account_id ORDER BY l.seq DESC) AS place
      FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before)
     CROSS JOIN LATERAL ledger.find_movements(p.account_id, $3, $4::timestamptz, $5::timestamptz, p.before, 0, $6::int + 1) AS s(seq)
     CROSS JOIN LATERAL (SELECT * FROM ledger.legs x WHERE x.account_id = p.account_id AND x.seq = s.seq OFFSET 0) l
  ), cut AS MATERIALIZED (
    SELECT max(created_at) AS at FROM candidates WHERE place = $6::int + 1
  ), searched AS MATERIALIZED (
    SELECT c.* FROM candidates c, cut WHERE cut.at IS NULL OR c.created_at > cut.at
  ), matching AS (
    SELECT c.account_id, c.seq FROM searched c
     CROSS JOIN LATERAL (SELECT * FROM ledger.journals x WHERE x.id = c.journal_id OFFSET 0) j
      LEFT JOIN LATERAL (SELECT * FROM users x WHERE x.id = c.counterparty_id OFFSET 0) u ON true
     WHERE j.description ILIKE $7 OR j.reference ILIKE $7 OR u.usertag ILIKE $8
        OR coalesce(u.business_name, u.first_name || ' ' || u.last_name) ILIKE $8
  )
  SELECT p.account_id, m.seq, (SELECT at FROM cut) AS cut,
         CASE WHEN (SELECT at FROM cut) IS NULL THEN 1
              ELSE coalesce((SELECT min(s.seq) FROM searched s WHERE s.account_id = p.account_id), p.before) END AS floor
    FROM unnest($1::uuid[], $2::bigint[]) AS p(account_id, before) LEFT JOIN matching m ON m.account_id = p.account_id
   ORDER BY p.account_id, m.seq DESC`;

/** Searches movements by text, a limited number of them at a time. */
@Injectable()
export class MovementSearch {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Matches among the movements of each account below its number in `before`. */
  async find(
    accountIds: readonly string[],
    before: readonly bigint[],
    filter: MovementFilter & { q: string },
  ): Promise<FoundMovements> {
    const named = isUuid(filter.q) ? await this.ofTransaction(accountIds, before, filter) : [];
    if (named.length > 0) return { keys: named, floors: accountIds.map(() => 1n), searchedTo: null };
    const most = Math.max(SEARCHED_OF_ACCOUNT, Math.ceil(SEARCHED / accountIds.length));
    const { rows } = await this.pool.query<Row>(SEARCH, [
      ...[accountIds, before.map(String), ...foundBy(filter), most],
      ...[containing(filter.q), containing(filter.q.replace(/^@/, ''))],
    ]);
    const floors = accountIds.map((id) => BigInt(rows.find((row) => row.account_id === id)!.floor));
    const keys = rows.flatMap(({ account_id: accountId, seq }) =>
      seq === null ? [] : [{ accountId, seq: BigInt(seq) }],
    );
    return { keys, floors, searchedTo: rows[0]?.cut ?? null };
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

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
