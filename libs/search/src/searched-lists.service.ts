import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery, walkPage, type WalkLimits } from '@app/http';
import { Clock, type Mode } from '@app/kernel';
import type { Pool } from 'pg';
import { SearchPlacesService } from './search-places.service';
import type { SearchableObject } from './search-source.port';
import { isFound, lookupsOf, termsOf } from './search-terms.policy';
import { SearchTermsStore } from './search-terms.store';

/** A list of which the objects are searched by text. */
export interface SearchedListing<R extends object> {
  /** Of the objects in the terms. */
  kind: string;
  /** The list without the text, by time. */
  listing: Listing;
  /** What is read of a row to compare it with a text. */
  columns: string;
  objectOf: (row: R) => SearchableObject;
}

/** What a searched page says of a search that was not whole. */
export interface SearchLimits extends Partial<WalkLimits> {
  /** Objects that are newer may be missing. */
  indexed_to?: string;
}

export interface SearchedPage {
  page: Page<{ id: string }, SearchLimits>;
  /** Rows as in a listing, with the values of its parameters, among which all matches are; null where the text is common. */
  matches: { rows: string; values: unknown[] } | null;
}

/** Searches lists by text: by the terms, or, where a term is common, along the list. */
@Injectable()
export class SearchedListsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly terms: SearchTermsStore,
    private readonly places: SearchPlacesService,
    private readonly clock: Clock,
  ) {}

  /** The ids of a page. Throws VALIDATION_ERROR for keys and card numbers, and RATE_LIMITED without a free place. */
  page<R extends { id: string }>(
    owner: { ownerId: string; mode: Mode },
    searched: SearchedListing<R>,
    values: unknown[],
    q: string,
    query: PageQuery,
  ): Promise<SearchedPage> {
    return this.places.hold(owner.ownerId, q, () => this.read(owner, searched, values, q, query));
  }

  private async read<R extends { id: string }>(
    owner: { ownerId: string; mode: Mode },
    { kind, listing, columns, objectOf }: SearchedListing<R>,
    values: unknown[],
    q: string,
    query: PageQuery,
  ): Promise<SearchedPage> {
    const lookups = lookupsOf(q);
    const hits = await this.terms.find({ ...owner, kind }, lookups);
    const lag = hits.indexedTo && { indexed_to: hits.indexedTo.toISOString() };
    if (!hits.isCommon) {
      const rows = rowsWith(listing, values.length + 1);
      const given = [...values, hits.ids];
      const columnOfId = `${aliasOf(listing)}.id`;
      const found = await Page.read<{ id: string }>(
        this.pool,
        { ...listing, rows, columns: columnOfId },
        given,
        query,
      );
      return { page: withExtra(found, { ...lag }), matches: { rows, values: given } };
    }
    const now = this.clock.now();
    const accepts = (row: R) => {
      const object = objectOf(row);
      return isFound(termsOf(object), object.createdAt, lookups, now);
    };
    const walked = await walkPage<R>(this.pool, { ...listing, columns }, values, query, accepts);
    return { page: withExtra(walked, { ...walked.extra, ...lag }), matches: null };
  }
}

const aliasOf = ({ rows }: Listing) => rows.split(' ').at(-1)!;

/**
 * The rows of a list with the ids of a parameter, read by their ids: the planner would else walk through all rows of the
 * owner by date.
 */
function rowsWith(listing: Listing, parameter: number): string {
  const [table] = listing.rows.split(' ');
  return `(SELECT * FROM ${table} WHERE id = ANY ($${parameter}::uuid[]) OFFSET 0) ${aliasOf(listing)}`;
}

function withExtra<R extends { id: string }>(
  { data, total, place, next }: Page<R>,
  extra: SearchLimits,
): Page<{ id: string }, SearchLimits> {
  return new Page(
    data.map(({ id }) => ({ id })),
    total,
    place,
    next,
    extra,
  );
}
