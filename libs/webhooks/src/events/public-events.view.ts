import type { EventDescription, Schema } from '@app/http';
import { PUBLIC_EVENTS } from './catalogue';
import type { Fields } from './fields';

/** The public events as the API reference describes them. */
export function describedEventsView(): EventDescription[] {
  return PUBLIC_EVENTS.map(({ name, sentWhen, fields, onRequest }) => ({
    name,
    summary: `Sent when ${sentWhen}.`,
    description: onRequest
      ? 'Only endpoints that name it in `events` get it; `*` does not ask for it.'
      : undefined,
    data: objectOf(fields),
  }));
}

function objectOf(fields: Fields): Schema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    required: entries.filter(([, { sometimes }]) => !sometimes).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { schema, note, fields: inner }]) => [
        name,
        { ...(inner && objectOf(inner)), ...schema, description: note },
      ]),
    ),
  };
}
