import { entryOf, type StorySource } from '@app/trail';
import { MAILS_KEPT_DAYS, NOTIFICATIONS_KEPT_DAYS } from './notification-retention.policy';

/** Notifications and mails that events caused; owners see their own. */
export const NOTIFICATION_STORY: StorySource = {
  echoes: [
    entryOf(
      {
        at: 'n.created_at',
        kind: 'notice',
        name: 'n.type',
        title: 'n.title',
        object: 'n.owner_id',
        id: 'n.id',
        eventId: 'n.event_id',
      },
      'notifications n WHERE n.owner_id = ANY ($2) AND n.event_id = ANY ($1)',
    ),
    entryOf(
      {
        at: 'coalesce(m.ended_at, m.created_at)',
        kind: 'mail',
        name: `'mail.' || m.status`,
        ok: `CASE m.status WHEN 'sent' THEN true WHEN 'due' THEN NULL ELSE false END`,
        title: 'm.type',
        object: `coalesce(m.owner_id::text, '')`,
        id: 'm.id',
        eventId: 'm.event_id',
        detail: `jsonb_strip_nulls(jsonb_build_object('type', m.type, 'status', m.status, 'recipient', CASE WHEN $3 THEN m.recipient END))`,
      },
      'mails m WHERE m.event_id = ANY ($1) AND ($3 OR m.owner_id = ANY ($2))',
    ),
  ],
  kept: [
    { source: 'mail', days: () => MAILS_KEPT_DAYS },
    { source: 'notice', days: () => NOTIFICATIONS_KEPT_DAYS },
  ],
};
