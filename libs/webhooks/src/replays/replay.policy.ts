import type { WebhookEvent } from '@app/merchants';

/** The state of an event's delivery to the endpoint; `missing` means that there was none. */
export const STANDINGS = ['delivered', 'failed', 'missing'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Selects the events of an app to send again to one of its endpoints. */
export interface Selection {
  endpointId: string;
  appId: string;
  since: Date;
  /** Excluded. */
  until: Date;
  types: readonly WebhookEvent[];
  /** null: in any state. */
  standing: Standing | null;
}

/**
 * Maximum number of pending deliveries of one replay, so that new events do not wait behind more than these.
 */
export const MAX_UNDER_WAY = 200;

/**
 * The selected events without pending deliveries, which will be sent anyway. Parameters: app, endpoint, since,
 * until, types, standing, and the range of numbers to search.
 */
export const SELECTED = `
  FROM app_events e
  LEFT JOIN webhook_deliveries d ON d.event_id = e.event_id AND d.endpoint_id = $2 AND d.created_at = e.created_at
 WHERE e.app_id = $1 AND e.sequence > $7 AND e.sequence <= $8 AND e.created_at >= $3 AND e.created_at < $4
   AND e.event = ANY ($5) AND d.status IS DISTINCT FROM 'pending'
   AND ($6::text IS NULL OR coalesce(d.status, 'missing') = $6)`;

export function parametersOf(selection: Selection, position: string, lastSequence: string): unknown[] {
  const { appId, endpointId, since, until, types, standing } = selection;
  return [appId, endpointId, since, until, types, standing, position, lastSequence];
}
