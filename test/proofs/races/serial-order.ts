import type { Operation } from './rush';

/**
 * A booked transfer, or all rows of a payroll: the customers' accounts it touches, with its places in the history of
 * each.
 */
export interface Booked {
  id: string;
  legs: { account: string; seq: bigint; change: bigint; after: bigint }[];
}

/**
 * Whether all that was acknowledged could have happened one after the other. Each account's history is one order;
 * the histories agree with each other where no circle leads from a transfer back to itself.
 */
export function isSerial(booked: readonly Booked[]): boolean {
  const followers = new Map<string, string[]>();
  const waitsFor = new Map<string, number>(booked.map(({ id }) => [id, 0]));
  for (const history of historiesOf(booked).values()) {
    for (let i = 1; i < history.length; i++) {
      const [before, after] = [history[i - 1]!.id, history[i]!.id];
      // The rows of a payroll follow each other; with anything between them they would lead back to themselves.
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

/**
 * Transfers that stand in an account's history before one that had been answered when they were asked for; none may.
 */
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
 * Whether the account was short at some moment while this refusal was being decided: between what had been answered
 * before it was asked for, and what was asked for only after it had been answered.
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
