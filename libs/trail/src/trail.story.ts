import { entryOf } from './stories/story-select.mapping';
import type { StorySource } from './stories/story-source.port';
import { EXCHANGES_KEPT_DAYS } from './exchanges/exchange-retention.policy';

const IS_FINE = `x.outcome LIKE '2%'`;

/** Notes and decisions of staff, which staff alone see, and requests to payment companies. */
export const TRAIL_STORY: StorySource = {
  entries: [
    entryOf(
      {
        at: 'x.at',
        kind: 'gateway',
        name: `CASE WHEN ${IS_FINE} THEN 'gateway.answered' WHEN x.outcome ~ '^[345]' THEN 'gateway.refused' ELSE 'gateway.silent' END`,
        ok: IS_FINE,
        title: `CASE WHEN x.outcome ~ '^[0-9]' THEN 'The payment company answered' ELSE 'The payment company did not answer' END`,
        object: 'coalesce(x.ours, x.theirs)',
        id: 'x.id',
        detail: `CASE WHEN $4 THEN jsonb_strip_nulls(jsonb_build_object('path', x.path, 'outcome', x.outcome, 'ms', x.ms, 'theirs', x.theirs)) || x.fields
                      ELSE jsonb_build_object('ms', x.ms) END`,
      },
      'gateway_exchanges x WHERE x.ours = ANY ($6)',
    ),
    entryOf(
      {
        at: 'n.created_at',
        kind: 'note',
        name: `'note'`,
        title: 'n.text',
        object: 'n.object_id',
        id: 'n.id',
        detail: `jsonb_build_object('staff_id', n.staff_id)`,
      },
      'notes n WHERE $4 AND n.object_id = ANY ($2)',
    ),
    entryOf(
      {
        at: 'a.created_at',
        kind: 'staff',
        name: 'a.action',
        title: 'a.action',
        object: 'a.subject',
        id: 'a.id',
        detail: `jsonb_strip_nulls(jsonb_build_object('staff_id', a.staff_id, 'reason', a.reason, 'before', a.before, 'after', a.after))`,
      },
      `audit_log a WHERE $4 AND a.subject = ANY ($2) AND NOT starts_with(a.action, 'explain.') AND NOT starts_with(a.action, 'notes.')`,
    ),
  ],
  kept: [{ source: 'gateway', days: () => EXCHANGES_KEPT_DAYS }],
};
