import { endOfDateText } from '@app/http';
import type { HistoryQuery } from './transactions.dto';
import type { HistoryRequest } from './transactions.queries';

/** Reads a list's parameters: days are whole and in UTC, so that `to` includes its day. */
export function historyRequest(query: HistoryQuery): HistoryRequest {
  const { currency, page, limit, type, q, from, to, cursor } = query;
  return {
    currency,
    page,
    limit,
    type,
    q,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOfDateText(to),
    before: cursor === undefined ? undefined : BigInt(cursor),
  };
}
