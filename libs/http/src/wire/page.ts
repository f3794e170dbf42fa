import type { Pool } from 'pg';
import { type PageQuery, Place, type Position } from './cursor';
import { countOf, type Listing, type Placed, rowsOf, shapeOf } from './listing';

/** One page of a list, in the envelope of all paged endpoints. */
export class Page<T, E extends object = object> {
  constructor(
    readonly data: T[],
    readonly total: number,
    readonly place: Place,
    /** Position of the last row, if the list goes on. */
    readonly next: Position | null,
    /** More fields of the envelope, e.g. `unread_count`. */
    readonly extra: E = {} as E,
  ) {}

  /** Reads a page of a list by its number, its offset or a cursor. A page by cursor costs the same at any depth. */
  static async read<R extends object, E extends object = object>(
    pool: Pool,
    listing: Listing,
    values: readonly unknown[],
    query: PageQuery,
  ): Promise<Page<R, E>> {
    const place = new Place(listing.name, query, shapeOf(listing));
    const [found, counted] = await Promise.all([
      pool.query<R & Placed>(rowsOf(listing, values, place)),
      pool.query<{ total: number }>(countOf(listing, values)),
    ]);
    const rows = found.rows.slice(0, place.size);
    const next = found.rows.length > place.size ? rows.at(-1)!.list_position : null;
    const data = rows.map(({ list_position: _, ...row }) => row as unknown as R);
    const { total } = counted.rows[0]!;
    const { maxTotal } = listing;
    if (maxTotal === undefined) return new Page(data, total, place, next);
    const extra = { total_is_capped: total > maxTotal };
    return new Page(data, Math.min(total, maxTotal), place, next, extra as object as E);
  }

  toJSON(): Record<string, unknown> {
    const { page, size, after } = this.place;
    const totalPages = Math.ceil(this.total / size);
    return {
      data: this.data,
      total: this.total,
      page,
      per_page: size,
      total_pages: totalPages,
      // Beside a cursor, page numbers say nothing about what follows.
      has_next: after ? this.next !== null : page < totalPages,
      has_prev: after !== null || (page > 1 && this.total > 0),
      next_cursor: this.nextCursor,
      ...this.extra,
    };
  }

  /** The envelope of lists with `limit` and `offset`. */
  withOffset() {
    const { data, total, nextCursor: next_cursor, place } = this;
    return {
      data,
      total,
      limit: place.size,
      offset: place.skip,
      has_more: this.next !== null,
      next_cursor,
    };
  }

  map<U>(transform: (item: T) => U): Page<U, E> {
    return this.with(this.data.map(transform));
  }

  async mapAsync<U>(transform: (item: T) => Promise<U>): Promise<Page<U, E>> {
    return this.mapAll((items) => Promise.all(items.map(transform)));
  }

  /** Transforms the rows together, e.g. with one more read for all of them. */
  async mapAll<U>(transform: (items: T[]) => Promise<U[]>): Promise<Page<U, E>> {
    return this.with(await transform(this.data));
  }

  private with<U>(data: U[]): Page<U, E> {
    return new Page(data, this.total, this.place, this.next, this.extra);
  }

  private get nextCursor(): string | null {
    return this.next && this.place.cursorAt(this.next);
  }
}
