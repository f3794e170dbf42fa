import { CurrencyCode, DateText, LimitedQuery, OneOf, SearchText, Uuid } from '@app/http';
import { TRANSACTION_TYPES } from './transaction.view';
import type { Currency } from '@app/kernel';

/** Which movements to list. */
class MovementsQuery extends LimitedQuery {
  @OneOf(TRANSACTION_TYPES, { optional: true })
  type?: string;

  @SearchText({ optional: true, max: 100, description: 'Found in description, reference or counterparty' })
  q?: string;

  @DateText({ optional: true, description: 'First day, or earliest time' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which' })
  to?: string;
}

/** Which movements of one wallet to list. */
export class HistoryQuery extends MovementsQuery {
  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;
}

/** Which movements of all wallets to list. */
export class TransactionListQuery extends MovementsQuery {
  @CurrencyCode({ optional: true, description: 'All wallets where absent' })
  currency?: Currency;
}

export class DetailQuery {
  @Uuid()
  uuid: string;
}
