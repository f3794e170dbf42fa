import { DateText, Matching, MAX_PAGE, OneOf, QueryInt, Text, Uuid } from '@app/http';
import { TRANSACTION_TYPES } from './transaction.view';
import { WalletQuery } from '../wallet.dto';

/** Which movements of one wallet to list. */
export class HistoryQuery extends WalletQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  limit: number;

  @OneOf(TRANSACTION_TYPES, { optional: true })
  type?: string;

  @Text({ optional: true, max: 100, description: 'Found in description, reference or counterparty' })
  q?: string;

  @DateText({ optional: true, description: 'First day, or earliest time' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which' })
  to?: string;

  @Matching(/^[1-9]\d{0,17}$/, 'must be a next_cursor of this list', {
    optional: true,
    description: 'The next_cursor of the page before; takes the place of page',
  })
  cursor?: string;
}

export class DetailQuery {
  @Uuid()
  uuid: string;
}
