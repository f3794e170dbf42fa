import { endOfDateText } from '@app/http';
import { invalid } from '@app/kernel';
import type { HistoryQuery, TransactionListQuery } from './transactions.dto';
import { ALL_WALLETS, type TransactionListRequest } from './transaction-list.queries';
import type { HistoryRequest } from './transactions.queries';

/** Reads the parameters of one wallet's list. */
export function historyRequest(query: HistoryQuery): HistoryRequest {
  const { cursor } = query;
  return { ...movementsRequest(query), before: cursor === undefined ? undefined : BigInt(cursor) };
}

/** Reads the parameters of the list of all wallets. */
export function transactionListRequest(query: TransactionListQuery): TransactionListRequest {
  return { ...movementsRequest(query), before: positionsOf(query) };
}

/** A cursor begins with the currency of its list, because the positions are those of its wallets. */
function positionsOf({ cursor, currency }: TransactionListQuery): bigint[] | null {
  if (cursor === undefined) return null;
  const [listed, ...positions] = cursor.split('.');
  if (listed !== (currency ?? ALL_WALLETS))
    throw invalid('cursor', 'cursor must be a next_cursor of this list with the same currency.');
  return positions.map(BigInt);
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
