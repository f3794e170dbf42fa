import { QueryInt } from '../validation/decorators';
import { Matching } from '../validation/text-fields';

/** The last page that may be asked for: within it, an offset is a safe integer. */
const MAX_PAGE = 1_000_000_000;

const Limit = () => QueryInt({ min: 1, max: 100, fallback: 20 });

class CursorQuery {
  @Matching(/^[\w-]{1,600}$/, 'must be a next_cursor of this list', {
    optional: true,
    description: 'The next_cursor of the page before, with the same filters',
  })
  cursor?: string;
}

class NumberedQuery extends CursorQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, description: 'The first unless given; not beside cursor' })
  page?: number;
}

/** The page of a list with `per_page`. The query of every such list extends it. */
export class PagedQuery extends NumberedQuery {
  @Limit()
  per_page: number;
}

/** The page of a list with `limit`. */
export class LimitedQuery extends NumberedQuery {
  @Limit()
  limit: number;
}

/** The page of a list with `limit` and `offset`. */
export class OffsetQuery extends CursorQuery {
  @Limit()
  limit: number;

  @QueryInt({ min: 0, max: MAX_PAGE, description: '0 unless given; not beside cursor' })
  offset?: number;
}
