const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A half-open part of a bucket. */
interface Range {
  /** The place of the bucket, from 1. */
  bucket: number;
  from: Date;
  to: Date;
}

/** Buckets in the parts that the rollups have: whole days and hours in UTC, and odd parts of single hours. */
export interface RollupRanges {
  days: Range[];
  hours: Range[];
  odd: Range[];
}

/** Splits the half-open buckets between ascending bounds. */
export function rollupRanges(bounds: readonly Date[]): RollupRanges {
  const ranges: RollupRanges = { days: [], hours: [], odd: [] };
  for (let bucket = 1; bucket < bounds.length; bucket++) {
    const [from, to] = [bounds[bucket - 1]!.getTime(), bounds[bucket]!.getTime()];
    const add = (list: Range[], a: number, b: number) => {
      if (a < b) list.push({ bucket, from: new Date(a), to: new Date(b) });
    };
    const [firstHour, lastHour] = [up(from, HOUR_MS), down(to, HOUR_MS)];
    if (firstHour > lastHour) {
      add(ranges.odd, from, to);
      continue;
    }
    add(ranges.odd, from, firstHour);
    add(ranges.odd, lastHour, to);
    const [firstDay, lastDay] = [up(firstHour, DAY_MS), down(lastHour, DAY_MS)];
    if (firstDay >= lastDay) {
      add(ranges.hours, firstHour, lastHour);
      continue;
    }
    add(ranges.hours, firstHour, firstDay);
    add(ranges.days, firstDay, lastDay);
    add(ranges.hours, lastDay, lastHour);
  }
  return ranges;
}

const up = (ms: number, unit: number) => Math.ceil(ms / unit) * unit;
const down = (ms: number, unit: number) => Math.floor(ms / unit) * unit;
