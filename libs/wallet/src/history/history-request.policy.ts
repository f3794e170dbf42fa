import { endOfDateText } from '@app/http';
import type { HistoryQuery, TransactionListQuery } from './transactions.dto';
import type { TransactionListRequest } from './transaction-list.queries';
import type { HistoryRequest } from './transactions.queries';

/** Reads the parameters of one wallet's list. */
export function historyRequest(query: HistoryQuery): HistoryRequest {
  const { cursor } = query;
  return { ...movementsRequest(query), before: cursor === undefined ? undefined : BigInt(cursor) };
}

/** Reads the parameters of the list of all wallets. */
export function transactionListRequest(query: TransactionListQuery): TransactionListRequest {
  return { ...movementsRequest(query), before: query.cursor?.split('.').map(BigInt) ?? null };
}

/** Days are whole and in UTC, so that `to` includes its day. */
function movementsRequest({ currency, page, limit, type, q, from, to }: HistoryQuery | TransactionListQuery) {
  return {
    currency,
    page,
    limit,
    type,
    q,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOfDateText(to),
  };
}
