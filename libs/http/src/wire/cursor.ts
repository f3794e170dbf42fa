import { createHash } from 'node:crypto';
import { invalid } from '@app/kernel';

const VERSION = 1;

/** The values by which a list orders one of its rows, as text, e.g. its time in microseconds and its id. */
export type Position = readonly string[];

/** What the query of a list says of the page. Its other fields are filters. */
export interface PageQuery {
  page?: number;
  per_page?: number;
  limit?: number;
  offset?: number;
  cursor?: string;
}

/** Where a page of a list begins, and how many rows it has. */
export class Place {
  /** 1 for a page that a cursor names. */
  readonly page: number;
  readonly size: number;
  /** Rows before the page, where no cursor names it. */
  readonly skip: number;
  /** Position of the last row before the page; null where a number names the page. */
  readonly after: Position | null;
  private readonly origin: string;

  /**
   * `shape` matches the parts of a position, joined by dots. Throws VALIDATION_ERROR for a cursor of another list or of
   * other filters, and for one beside a page number. Cursors are not signed: a position grants access to no row.
   */
  constructor(list: string, query: PageQuery, shape: RegExp) {
    const { page, per_page, limit, offset, cursor, ...filters } = query;
    this.page = page ?? 1;
    this.size = per_page ?? limit!;
    this.skip = offset ?? (this.page - 1) * this.size;
    this.origin = `${VERSION}.${hashOf(list, filters)}.`;
    if (cursor !== undefined && (page ?? offset) !== undefined)
      throw invalid('cursor', `Give cursor or ${page === undefined ? 'offset' : 'page'}, not both.`);
    this.after = cursor === undefined ? null : this.read(cursor, shape);
  }

  /** The text that names the page after the row at `position`. */
  cursorAt(position: Position): string {
    return Buffer.from(this.origin + position.join('.')).toString('base64url');
  }

  private read(cursor: string, shape: RegExp): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    const text = bytes.toString('latin1');
    const position = text.slice(this.origin.length);
    // Decoding drops characters that are not base64url.
    const isCursor = bytes.toString('base64url') === cursor && text.startsWith(this.origin);
    if (!isCursor || !shape.test(position))
      throw invalid('cursor', 'cursor must be a next_cursor of this list with the same filters.');
    return position.split('.');
  }
}

/** 32 bits. They detect mistakes, not forgery. */
function hashOf(list: string, filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([list, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
