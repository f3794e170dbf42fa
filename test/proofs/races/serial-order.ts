import type { Operation } from './rush';

/** A booked transfer, or all rows of a payroll: the affected accounts with the positions in their histories. */
export interface Booked {
  id: string;
  legs: { account: string; seq: bigint; change: bigint; after: bigint }[];
}

/**
 * Whether all acknowledged payments have a sequential order. Each history is an order, and the histories are
 * consistent if no cycle leads from a transfer back to itself.
 */
export function isSerial(booked: readonly Booked[]): boolean {
  const followers = new Map<string, string[]>();
  const waitsFor = new Map<string, number>(booked.map(({ id }) => [id, 0]));
  for (const history of historiesOf(booked).values()) {
    for (let i = 1; i < history.length; i++) {
      const [before, after] = [history[i - 1]!.id, history[i]!.id];
      // The rows of a payroll are consecutive; another entry between them would create a cycle.
      if (before === after) continue;
      followers.set(before, [...(followers.get(before) ?? []), after]);
      waitsFor.set(after, waitsFor.get(after)! + 1);
    }
  }
  const ready = [...waitsFor].filter(([, count]) => count === 0).map(([id]) => id);
  let placed = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    placed += 1;
    for (const next of followers.get(id) ?? []) {
      waitsFor.set(next, waitsFor.get(next)! - 1);
      if (waitsFor.get(next) === 0) ready.push(next);
    }
  }
  return placed === booked.length;
}

export function historiesOf(
  booked: readonly Booked[],
): Map<string, (Booked['legs'][number] & { id: string })[]> {
  const histories = new Map<string, (Booked['legs'][number] & { id: string })[]>();
  for (const { id, legs } of booked) {
    for (const leg of legs)
      histories.set(leg.account, [...(histories.get(leg.account) ?? []), { ...leg, id }]);
  }
  for (const history of histories.values()) history.sort((a, b) => (a.seq < b.seq ? -1 : 1));
  return histories;
}

/** Transfers that precede in a history one whose response came before their request. There must be none. */
export function outOfTime(
  history: readonly { id: string }[],
  operations: ReadonlyMap<string, Operation>,
): string[] {
  const wrong: string[] = [];
  let latestBegin = -Infinity;
  for (const { id } of history) {
    const operation = operations.get(id);
    if (!operation) continue;
    if (operation.ended < latestBegin) wrong.push(id);
    latestBegin = Math.max(latestBegin, operation.began);
  }
  return wrong;
}

/**
 * Whether the account lacked funds at some moment of this refusal: between the responses before its request and the
 * requests after its response.
 */
export function wasShort(
  refusal: Operation,
  needed: bigint,
  opening: bigint,
  history: readonly { id: string; after: bigint }[],
  operations: ReadonlyMap<string, Operation>,
): boolean {
  const times = history.map(({ id }) => operations.get(id));
  const first = times.findLastIndex((time) => time !== undefined && time.ended < refusal.began);
  const after = times.findIndex((time) => time !== undefined && time.began > refusal.ended);
  const last = after === -1 ? history.length - 1 : after - 1;
  for (let i = first; i <= last; i++) {
    if ((i < 0 ? opening : history[i]!.after) < needed) return true;
  }
  return false;
}
