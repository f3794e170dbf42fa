import type { EntryColumns, StoryObjects } from './story-source.port';

const NONE = `'{}'::text[]`;

/** The objects of a source that meet a condition, with the columns of `StoryObjectRow`. */
export function objectsWhere({ type, from, columns }: StoryObjects, condition: string): string {
  const { id, key, parties, mode = `'live'`, status, amount, currency, title, at } = columns;
  return `SELECT '${type}' AS type, ${id} AS id, ${key} AS key, ${parties} AS parties, ${mode}::text AS mode,
      (${status})::text AS status, (${amount})::bigint AS amount_minor, (${currency})::text AS currency,
      (${title})::text AS title, ${at} AS at, ${columns.names ?? `ARRAY[${id}]`}::text[] AS names,
      array_remove(${columns.links ?? NONE}, NULL)::text[] AS links, ${columns.booked ?? NONE}::text[] AS booked,
      ${columns.bookedAs ?? NONE}::text[] AS booked_as, ${columns.bookedOnce ?? NONE}::text[] AS booked_once,
      ${columns.sent ?? NONE}::text[] AS sent
    FROM ${from} WHERE ${condition}`;
}

/** A query of entries, with the columns of `StoryEntryRow`. `from` begins after FROM and includes the condition. */
export function entryOf(columns: EntryColumns, from: string): string {
  const { at, kind, name, ok = 'NULL', title, object, id, eventId = 'NULL' } = columns;
  const { amount = 'NULL', currency = 'NULL', detail = `'{}'` } = columns;
  return `SELECT ${at} AS at, '${kind}' AS kind, (${name})::text AS name, (${ok})::boolean AS ok, (${title})::text AS title,
      (${object})::text AS object, (${id})::text AS id, (${eventId})::uuid AS event_id, (${amount})::bigint AS amount_minor,
      (${currency})::text AS currency, (${detail})::jsonb AS detail
    FROM ${from}`;
}
