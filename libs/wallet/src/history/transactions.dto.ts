import { CurrencyCode, DateText, Matching, MAX_PAGE, OneOf, QueryInt, SearchText, Uuid } from '@app/http';
import { TRANSACTION_TYPES } from './transaction.view';
import type { Currency } from '@app/kernel';

/** Which movements to list. */
class MovementsQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  limit: number;

  @OneOf(TRANSACTION_TYPES, { optional: true })
  type?: string;

  @SearchText({ optional: true, max: 100, description: 'Found in description, reference or counterparty' })
  q?: string;

  @DateText({ optional: true, description: 'First day, or earliest time' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which' })
  to?: string;
}

const CURSOR = 'The next_cursor of the page before; takes the place of page';

/** Which movements of one wallet to list. */
export class HistoryQuery extends MovementsQuery {
  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;

  @Matching(/^[1-9]\d{0,17}$/, 'must be a next_cursor of this list', { optional: true, description: CURSOR })
  cursor?: string;
}

/** Which movements of all wallets to list. */
export class TransactionListQuery extends MovementsQuery {
  @CurrencyCode({ optional: true, description: 'All wallets where absent' })
  currency?: Currency;

  @Matching(/^(all|[A-Z]{3})(\.\d{1,18}){2,32}$/, 'must be a next_cursor of this list', {
    optional: true,
    description: CURSOR,
  })
  cursor?: string;
}

export class DetailQuery {
  @Uuid()
  uuid: string;
}
