import { entryOf, type StorySource } from '@app/trail';

const EVENTS = `merchant_apps m JOIN app_events e ON e.app_id = m.id AND e.object_id = ANY ($2)`;
const OWN = 'm.owner_id = ANY ($3) AND m.mode = $5';
const DELIVERIES = `${EVENTS}
  JOIN webhook_deliveries d ON d.event_id = e.event_id AND d.app_id = e.app_id AND d.created_at = e.created_at`;

/** Public events of objects, and each try to deliver them. */
export const EVENT_STORY: StorySource = {
  entries: [
    entryOf(
      {
        at: 'e.created_at',
        kind: 'event',
        name: 'e.event',
        title: 'e.event',
        object: 'e.object_id',
        id: `e.event_id || ' ' || e.app_id`,
        eventId: 'e.event_id',
        detail: `jsonb_build_object('app_id', e.app_id, 'app', m.name, 'sequence', e.sequence)`,
      },
      `${EVENTS} WHERE ${OWN}`,
    ),
    entryOf(
      {
        at: 'a.created_at',
        kind: 'webhook',
        name: `CASE WHEN a.status BETWEEN 200 AND 299 THEN 'webhook.delivered' ELSE 'webhook.failed' END`,
        ok: 'coalesce(a.status BETWEEN 200 AND 299, false)',
        title: `CASE WHEN a.status BETWEEN 200 AND 299 THEN 'The webhook was delivered' ELSE 'The webhook was not delivered' END`,
        object: 'e.object_id',
        id: 'a.id',
        eventId: 'e.event_id',
        detail: `jsonb_strip_nulls(jsonb_build_object('event', e.event, 'delivery_id', d.id, 'webhook_id', d.endpoint_id, 'app_id', e.app_id,
                   'attempt', a.attempt, 'status', a.status, 'latency_ms', a.latency_ms, 'error', a.error))`,
      },
      `${DELIVERIES} JOIN webhook_attempts a ON a.delivery_id = d.id AND a.created_at >= d.created_at WHERE ${OWN}`,
    ),
    entryOf(
      {
        at: 'd.created_at',
        kind: 'webhook',
        name: `'webhook.waiting'`,
        title: `'The webhook is to be sent'`,
        object: 'e.object_id',
        id: 'd.id',
        eventId: 'e.event_id',
        detail: `jsonb_strip_nulls(jsonb_build_object('event', e.event, 'delivery_id', d.id, 'webhook_id', d.endpoint_id, 'app_id', e.app_id,
                   'next_attempt_at', coalesce(d.retry_at, d.due_at)))`,
      },
      `${DELIVERIES} WHERE ${OWN} AND d.status = 'pending'`,
    ),
  ],
  kept: [
    { source: 'event', days: ({ env }) => env.EVENT_RETENTION_DAYS },
    { source: 'webhook', days: ({ env }) => env.EVENT_RETENTION_DAYS },
  ],
};
