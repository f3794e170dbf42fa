import { isReceived, type MovementFlow, type MovementSum, takesBackReceived, typeOfKind } from '@app/ledger';
import { percentOf } from './percent.policy';

/** What entered and left a wallet in one bucket, in smallest units. */
export interface Flow {
  inflow: bigint;
  outflow: bigint;
  movements: bigint;
}

/** What a wallet received from others in one bucket, and what was taken back of it, in smallest units. */
export interface Revenue {
  received: bigint;
  count: bigint;
  reversed: bigint;
}

/** The movements of one type. */
export interface TypeFigures {
  type: string;
  count: bigint;
  in: bigint;
  out: bigint;
}

/** The flow of each of `buckets` buckets. */
export function flowsOf(sums: readonly MovementFlow[], buckets: number): Flow[] {
  const flows = Array.from({ length: buckets }, () => ({ inflow: 0n, outflow: 0n, movements: 0n }));
  for (const { bucket, isCredit, count, minor } of sums) {
    const flow = flows[bucket]!;
    flow[isCredit ? 'inflow' : 'outflow'] += minor;
    flow.movements += count;
  }
  return flows;
}

export function revenueOf(sums: readonly MovementSum[], buckets: number): Revenue[] {
  const revenue = Array.from({ length: buckets }, () => ({ received: 0n, count: 0n, reversed: 0n }));
  for (const { bucket, kind, isCredit, count, minor } of sums) {
    const one = revenue[bucket]!;
    if (isCredit && isReceived(kind)) {
      one.received += minor;
      one.count += count;
    } else if (!isCredit && takesBackReceived(kind)) one.reversed += minor;
  }
  return revenue;
}

/** By type, those with most money moved first. */
export function typesOf(sums: readonly MovementSum[]): TypeFigures[] {
  const types = new Map<string, TypeFigures>();
  for (const { kind, isCredit, count, minor } of sums) {
    const type = typeOfKind(kind);
    const figures = types.get(type) ?? { type, count: 0n, in: 0n, out: 0n };
    figures.count += count;
    figures[isCredit ? 'in' : 'out'] += minor;
    types.set(type, figures);
  }
  const moved = (one: TypeFigures) => one.in + one.out;
  return [...types.values()].sort((a, b) =>
    moved(a) === moved(b) ? (a.type < b.type ? -1 : 1) : moved(a) < moved(b) ? 1 : -1,
  );
}

/** The share of each type in all money that moved, in per cent with two decimals. */
export function sharesOf(types: readonly TypeFigures[]): number[] {
  const all = types.reduce((sum, one) => sum + one.in + one.out, 0n);
  return types.map((one) => percentOf(one.in + one.out, all));
}
