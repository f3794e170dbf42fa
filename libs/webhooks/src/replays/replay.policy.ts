import type { WebhookEvent } from '@app/merchants';

/** How a delivery of the event to the endpoint has to stand: `missing`, there was none. */
export const STANDINGS = ['delivered', 'failed', 'missing'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Which events of an app are to be sent to one of its endpoints again. */
export interface Selection {
  endpointId: string;
  appId: string;
  since: Date;
  /** Excluded. */
  until: Date;
  types: readonly WebhookEvent[];
  /** null: whatever became of it. */
  standing: Standing | null;
}

/** How many deliveries of one replay are under way at most: what happens meanwhile waits behind no more than these. */
export const MAX_UNDER_WAY = 200;

/**
 * The events selected, of which nothing is under way: what is pending comes anyway. Parameters: app, endpoint, since,
 * until, types, standing, and the numbers between which to look.
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
