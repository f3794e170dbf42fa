import type { Currency } from '@app/kernel';
import type { LineKind, StatementLine } from '../statements/statement-line.policy';

/** What one journal booked on a clearing account. Amounts are in minor units, negative where money left. */
export interface ClearingItem {
  journal: string;
  providerId: string | null;
  reference: string | null;
  sessionId: string | null;
  orderRef: string | null;
  amount: bigint;
  fee: bigint;
  currency: Currency;
  kind: LineKind;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
}

export type MatchRule = 'provider-id' | 'reference' | 'session' | 'order' | 'sum';

/** Several lines stand for one item only under the rule `sum`. */
export interface Match {
  rule: MatchRule;
  lines: StatementLine[];
  item: ClearingItem;
}

export interface Matching {
  matches: Match[];
  lines: StatementLine[];
  items: ClearingItem[];
}

/** Days between the booking of the ledger and of the provider within which a reference may match. */
export const WINDOW_DAYS = 3;

const DAY_MS = 86_400_000;

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/**
 * Matches the lines of a statement with items of the ledger. A rule is applied to all lines before the next one, the
 * strictest first; amounts and days alone never match.
 */
export function matchLines(lines: readonly StatementLine[], items: readonly ClearingItem[]): Matching {
  const free = {
    lines: new Set(lines.toSorted((a, b) => a.line - b.line)),
    items: new Set(items.toSorted((a, b) => (a.journal < b.journal ? -1 : 1))),
  };
  const matches: Match[] = [];
  const take = (rule: MatchRule, taken: StatementLine[], item: ClearingItem): void => {
    matches.push({ rule, lines: taken, item });
    for (const line of taken) free.lines.delete(line);
    free.items.delete(item);
  };

  // The provider id names one movement: a second line of it is a duplicate, so one line is taken, a booked one first.
  const byProviderId = groups(free.lines, (line) => line.providerId);
  for (const [id, found] of groups(free.items, (item) => item.providerId)) {
    const there = byProviderId.get(id) ?? [];
    const line = there.find(({ status }) => status === 'booked') ?? there[0];
    const [item] = found;
    if (line && item) take('provider-id', [line], item);
  }
  alone(
    'reference',
    (line) => line.reference,
    (item) => item.reference,
  );
  alone(
    'session',
    (line) => line.reference,
    (item) => item.sessionId,
  );
  alone(
    'session',
    (line) => line.orderRef,
    (item) => item.sessionId,
  );
  alone(
    'order',
    (line) => orderKey(line, line.orderRef),
    (item) => orderKey(item, item.orderRef),
  );
  bySum();
  return { matches, lines: [...free.lines], items: [...free.items] };

  function alone(
    rule: MatchRule,
    ofLine: (line: StatementLine) => string | null,
    ofItem: (item: ClearingItem) => string | null,
  ): void {
    const candidates = groups(free.lines, ofLine);
    for (const [key, found] of groups(free.items, ofItem)) {
      const there = candidates.get(key) ?? [];
      const [line] = there;
      const [item] = found;
      if (found.length !== 1 || there.length !== 1 || !line || !item) continue;
      if (mayMatch(line, item)) take(rule, [line], item);
    }
  }

  function bySum(): void {
    const candidates = groups(free.lines, (line) => line.reference);
    for (const [key, found] of groups(free.items, (item) => item.reference)) {
      const [item] = found;
      if (found.length !== 1 || !item) continue;
      const parts = (candidates.get(key) ?? []).filter(
        (line) => line.status === 'booked' && line.currency === item.currency && mayMatch(line, item),
      );
      const sum = parts.reduce((total, line) => total + line.amount, 0n);
      if (parts.length > 1 && sum === item.amount) take('sum', parts, item);
    }
  }
}

/** Two provider ids that differ are two movements, whatever else agrees. */
function mayMatch(line: StatementLine, item: ClearingItem): boolean {
  if (line.providerId !== null && item.providerId !== null && line.providerId !== item.providerId)
    return false;
  if (line.kind !== null && line.kind !== item.kind) return false;
  return Math.abs(daysBetween(item.bookedOn, line.bookedOn)) <= WINDOW_DAYS;
}

function orderKey(of: { amount: bigint; currency: Currency }, orderRef: string | null): string | null {
  return orderRef === null ? null : `${of.currency} ${of.amount} ${orderRef}`;
}

function groups<T>(all: Iterable<T>, keyOf: (one: T) => string | null): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = found.get(key);
    if (group) group.push(one);
    else found.set(key, [one]);
  }
  return found;
}
