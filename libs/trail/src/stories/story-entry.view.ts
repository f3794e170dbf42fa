import { type Currency, minorToJsonNumber, type Mode } from '@app/kernel';
import type { EntryKind, StoryType } from './story-source.port';
import type { StoryObjectRow } from './story-objects.queries';

/** A row of `entryOf`. */
export interface StoryEntryRow {
  at: Date;
  kind: EntryKind;
  name: string;
  ok: boolean | null;
  title: string;
  object: string;
  id: string;
  event_id: string | null;
  amount_minor: string | null;
  currency: Currency | null;
  detail: Record<string, unknown>;
}

export interface StoryEntryView {
  at: Date;
  /** What kind of record it is. */
  kind: EntryKind;
  /** What happened, e.g. `attempt.failed`, or the type of the event or posting. */
  name: string;
  /** Whether it went well; null where it is neither. */
  ok: boolean | null;
  title: string;
  /** `object`: what it is about; `id`: the record itself; `event`: the event that caused it, or null. */
  ids: { object: string; id: string; event: string | null };
  amount: number | null;
  currency: Currency | null;
  /** Further facts; a posting has its `legs`. */
  detail: Record<string, unknown>;
}

export interface StoryObjectView {
  type: StoryType;
  id: string;
  mode: Mode;
  status: string;
  amount: number | null;
  currency: Currency | null;
  title: string | null;
  created_at: Date;
}

export const major = (minor: string | null): number | null =>
  minor === null ? null : minorToJsonNumber(BigInt(minor));

export function storyObjectView(row: StoryObjectRow): StoryObjectView {
  const { type, id, mode, status, amount_minor: minor, currency, title, at } = row;
  return { type, id, mode, status, amount: major(minor), currency, title, created_at: at };
}

export function storyEntryView(row: StoryEntryRow): StoryEntryView {
  const { at, kind, name, ok, title, object, id, event_id: event, amount_minor: minor, currency } = row;
  const amount = major(minor);
  return { at, kind, name, ok, title, ids: { object, id, event }, amount, currency, detail: detailOf(row) };
}

interface Leg {
  amount_minor: string;
}

/** Amounts in the smallest unit become amounts in major units. */
function detailOf({ kind, detail }: StoryEntryRow): Record<string, unknown> {
  if (kind !== 'posting') return detail;
  const { fee_minor: fee, legs } = detail as { fee_minor: string; legs: Leg[] };
  return {
    fee: major(fee),
    legs: legs.map(({ amount_minor: minor, ...leg }) => ({ ...leg, amount: major(minor) })),
  };
}
