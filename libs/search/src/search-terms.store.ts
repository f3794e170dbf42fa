import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { Clock, type Mode } from '@app/kernel';
import type { ClientBase, Pool } from 'pg';
import type { SearchableObject, SearchSource } from './search-source.port';
import { type Lookup, sinceOf, termsOf } from './search-terms.policy';

/** Terms found by a look-up up to which the objects are listed; above it the term is common. */
const MAX_FOUND = 1000;
const BATCH = 1000;
/** Bounds of terms in the byte order of the index: after every text that continues a term, and before it. */
const LAST = '\u{10FFFF}';
const FIRST = '\u0001';
const LATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** A scheduler that works indexes new objects within a second or two. */
const LATE_MS = 10_000;

export interface SearchSpace {
  ownerId: string;
  mode: Mode;
  kind: string;
}

export interface SearchHits {
  /** Ids of objects, each once; of no use where the text is common. */
  ids: string[];
  isCommon: boolean;
  /** Objects that are newer may be missing; null: none are. */
  indexedTo: Date | null;
}

const FIND = `
  SELECT l.place::int, t.object_id
    FROM unnest($4::text[], $5::text[], $6::timestamptz[]) WITH ORDINALITY AS l (low, high, since, place)
    CROSS JOIN LATERAL (
      SELECT object_id FROM search_terms
       WHERE owner_id = $1 AND mode = $2 AND kind = $3 AND term ~>=~ l.low AND term ~<~ l.high
         AND (l.since IS NULL OR at >= l.since)
       LIMIT ${MAX_FOUND + 1}) t`;

const WRITE = `
  INSERT INTO search_terms (owner_id, mode, kind, term, at, object_id)
  SELECT o.owner_id, o.mode, $1, t.term, o.at, o.id
    FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) AS o (id, owner_id, mode, at)
    JOIN unnest($6::uuid[], $7::text[]) AS t (id, term) ON t.id = o.id
    ON CONFLICT DO NOTHING`;

/** Claims waiting objects of one kind. Any number of processes may do so at once. */
const CLAIM = `
  DELETE FROM search_queue WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM search_queue WHERE kind = $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING object_id`;

/** Writes and reads the terms by which owners find their objects. */
@Injectable()
export class SearchTermsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The objects of an owner that the look-ups find. */
  async find({ ownerId, mode, kind }: SearchSpace, lookups: readonly Lookup[]): Promise<SearchHits> {
    const now = this.clock.now();
    const [{ rows }, oldest] = await Promise.all([
      this.pool.query<{ place: number; object_id: string }>({
        name: 'find_terms',
        text: FIND,
        values: [
          ownerId,
          mode,
          kind,
          lookups.map(({ term }) => term),
          lookups.map(({ term, isPrefix }) => term + (isPrefix ? LAST : FIRST)),
          lookups.map((lookup) => sinceOf(lookup, now)),
        ],
      }),
      this.oldestWaiting(),
    ]);
    const isCommon = lookups.some(
      (_, place) => rows.filter((row) => row.place === place + 1).length > MAX_FOUND,
    );
    const isLate = oldest !== null && now.getTime() - oldest.getTime() > LATE_MS;
    return {
      ids: [...new Set(rows.map(({ object_id: id }) => id))],
      isCommon,
      indexedTo: isLate ? oldest : null,
    };
  }

  /** Since when the oldest object that is not indexed waits; null: none does. */
  async oldestWaiting(): Promise<Date | null> {
    const { rows } = await this.pool.query<{ at: Date | null }>('SELECT min(at) AS at FROM search_queue');
    return rows[0]!.at;
  }

  /** Indexes a batch of new objects; returns how many, and whether there may be more. */
  async indexNew(source: SearchSource): Promise<{ indexed: number; isDone: boolean }> {
    return withTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ object_id: string }>(CLAIM, [source.kind]);
      const ids = [...new Set(rows.map(({ object_id: id }) => id))];
      const indexed = await this.index(source, ids, tx);
      return { indexed, isDone: rows.length < BATCH };
    });
  }

  /** Indexes a slice of the objects that were there before the table, the newest first; returns how many. */
  async indexOlder(source: SearchSource): Promise<number> {
    return withTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ below: string }>(
        `INSERT INTO search_slices AS s (kind, below) VALUES ($1, $2)
           ON CONFLICT (kind) DO UPDATE SET below = s.below RETURNING below`,
        [source.kind, LATEST],
      );
      const ids = await source.idsBelow(rows[0]!.below, BATCH, tx);
      if (ids.length === 0) return 0;
      await tx.query('UPDATE search_slices SET below = $2 WHERE kind = $1', [source.kind, ids.at(-1)]);
      return this.index(source, ids, tx);
    });
  }

  private async index(source: SearchSource, ids: readonly string[], tx: ClientBase): Promise<number> {
    if (ids.length === 0) return 0;
    const objects = await source.read(ids, tx);
    await tx.query({ name: 'write_terms', text: WRITE, values: [source.kind, ...columnsOf(objects)] });
    return objects.length;
  }
}

function columnsOf(objects: readonly SearchableObject[]): unknown[][] {
  const terms = objects.flatMap((object) => termsOf(object).map((term) => [object.id, term]));
  return [
    objects.map(({ id }) => id),
    objects.map(({ ownerId }) => ownerId),
    objects.map(({ mode }) => mode),
    objects.map(({ createdAt }) => createdAt),
    terms.map(([id]) => id),
    terms.map(([, term]) => term),
  ];
}
