import type { HistoryQuery } from './transactions.dto';
import type { HistoryRequest } from './transactions.queries';

const DAY_MS = 86_400_000;

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
    to: to === undefined ? undefined : endOf(to),
    before: cursor === undefined ? undefined : BigInt(cursor),
  };
}

function endOf(to: string): Date {
  const isDay = !to.includes('T');
  return new Date(Date.parse(to) + (isDay ? DAY_MS : 0));
}
