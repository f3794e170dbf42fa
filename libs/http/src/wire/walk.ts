import type { Pool } from 'pg';
import { type PageQuery, Place, type Position } from './cursor';
import { type Listing, type Placed, rowsOf, shapeOf } from './listing';
import { Page } from './page';

const SLICE = 2000;
const MAX_WALKED = 20_000;

/** What a page says of a list of which a part was searched. */
export interface WalkLimits {
  total_exact: false;
  /** Earlier rows were not searched by this request; `next_cursor` goes on there. */
  searched_to?: string;
}

/**
 * Reads the rows of a list, ordered by time, that `accepts` takes, for conditions that no index answers. It reads up to
 * 20,000 rows; a page that it does not fill by then says where the next one goes on.
 */
export async function walkPage<R extends object>(
  pool: Pool,
  listing: Listing,
  values: readonly unknown[],
  query: PageQuery,
  accepts: (row: R) => boolean,
): Promise<Page<R, WalkLimits>> {
  const place = new Place(listing.name, query, shapeOf(listing));
  const wanted = place.skip + place.size;
  const found: { row: R; position: Position }[] = [];
  let after = place.after;
  let walked = 0;
  let isAtEnd = false;
  while (found.length <= wanted && walked < MAX_WALKED && !isAtEnd) {
    const slice = { size: SLICE, skip: 0, after };
    const { rows } = await pool.query<R & Placed>(rowsOf(listing, values, slice));
    isAtEnd = rows.length <= SLICE;
    const read = rows.slice(0, SLICE);
    for (const { list_position: position, ...row } of read)
      if (accepts(row as unknown as R)) found.push({ row: row as unknown as R, position });
    walked += read.length;
    after = read.at(-1)?.list_position ?? after;
  }
  const shown = found.slice(place.skip, wanted);
  const isFull = found.length > wanted;
  const next = isFull ? shown.at(-1)!.position : isAtEnd ? null : after;
  const limits: WalkLimits = {
    total_exact: false,
    ...(next && !isFull && { searched_to: new Date(+next[0]! / 1000).toISOString() }),
  };
  const total = Math.min(found.length, wanted + 1);
  return new Page(
    shown.map(({ row }) => row),
    total,
    place,
    next,
    limits,
  );
}
