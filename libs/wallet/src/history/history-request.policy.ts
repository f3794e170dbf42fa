import { endOfDateText, type PageQuery } from '@app/http';
import type { Currency } from '@app/kernel';
import type { MovementFilter } from '@app/ledger';
import type { HistoryQuery, TransactionListQuery } from './transactions.dto';

/** Which movements to list, and which page of them. */
export interface HistoryRequest extends MovementFilter, PageQuery {
  currency?: Currency;
}

/** Reads the parameters of a list. Days are whole and in UTC, so that `to` includes its day. */
export function historyRequest({
  limit,
  from,
  to,
  ...query
}: HistoryQuery | TransactionListQuery): HistoryRequest {
  return {
    ...query,
    limit,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOfDateText(to),
  };
}
