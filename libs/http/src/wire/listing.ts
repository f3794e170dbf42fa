import type { Place, Position } from './cursor';

const ID = '(?:\\d{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
/** Positions of a list that is ordered by id, and of one that is ordered by a time in microseconds and id. */
const SHAPES = [new RegExp(`^${ID}$`), new RegExp(`^\\d{1,16}\\.${ID}$`)] as const;

/** A list that the database orders. The text of its parts is SQL. */
export interface Listing {
  /** In each cursor, so that the cursor of one list is refused by another. */
  name: string;
  /** The table of the rows with its alias, e.g. `invoices i`. */
  rows: string;
  where: string;
  /** An id, or a time and an id, both in one direction: `i.created_at DESC, i.id DESC`. */
  order: string;
  /** What is read of the rows on the page. Parameters that `rows` and `where` do not use have the highest numbers. */
  columns: string;
  /** Other tables that `columns` reads. */
  joins?: string;
  /** Up to how many rows are counted, and have page numbers; all where absent. */
  maxTotal?: number;
}

/** What a statement reads beside the columns of the list. */
export interface Placed {
  list_position: string[];
}

/** What matches a position of the list. */
export const shapeOf = ({ order }: Listing): RegExp => SHAPES[keysOf(order).length - 1]!;

/** Reads the rows of a page, and one more if the list goes on. `columns` and `joins` are evaluated for these alone. */
export function rowsOf(
  listing: Listing,
  values: readonly unknown[],
  { size, skip, after }: Pick<Place, 'size' | 'skip' | 'after'>,
) {
  const { rows, where, order, columns, joins = '' } = listing;
  const alias = rows.split(' ').at(-1)!;
  const keys = keysOf(order);
  const [size$, skip$, ...after$] = [1, 2, 3, 4].map((nth) => `$${values.length + nth}`);
  const sign = order.endsWith('DESC') ? '<' : '>';
  const isAfter = after
    ? `AND (${keys.join(', ')}) ${sign} (${after$.slice(0, keys.length).join(', ')})`
    : '';
  const text = `SELECT ${columns}, ARRAY[${keys.map(asText).join(', ')}] AS list_position
    FROM (SELECT ${alias}.* FROM ${rows} WHERE (${where}) ${isAfter}
           ORDER BY ${order} LIMIT ${size$} OFFSET ${skip$}) ${alias} ${joins} ORDER BY ${order}`;
  return { text, values: [...values, size + 1, skip, ...(after ? valuesOf(after) : [])] };
}

/** Counts the rows, up to one more than the list has page numbers for. */
export function countOf({ rows, where, maxTotal }: Listing, values: readonly unknown[]) {
  const used = Math.max(0, ...[...`${rows} ${where}`.matchAll(/\$(\d+)/g)].map(([, number]) => +number!));
  const limit = maxTotal === undefined ? '' : `LIMIT ${maxTotal + 1}`;
  return {
    text: `SELECT count(*)::int AS total FROM (SELECT FROM ${rows} WHERE ${where} ${limit}) counted`,
    values: values.slice(0, used),
  };
}

/** `i.created_at DESC, i.id DESC`: `i.created_at` and `i.id`. */
function keysOf(order: string): string[] {
  return order.split(', ').map((key) => key.split(' ')[0]!);
}

/** Times as microseconds, which a JavaScript Date does not have. */
function asText(key: string, place: number, { length }: string[]): string {
  return place < length - 1 ? `(extract(epoch FROM ${key}) * 1000000)::bigint::text` : `${key}::text`;
}

function valuesOf(position: Position): string[] {
  return position.map((text, place) => (place < position.length - 1 ? instantOf(text) : text));
}

function instantOf(microseconds: string): string {
  const milliseconds = new Date(+microseconds.slice(0, -3)).toISOString().slice(0, -1);
  return `${milliseconds}${microseconds.slice(-3).padStart(3, '0')}Z`;
}
