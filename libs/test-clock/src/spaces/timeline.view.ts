/** Work of one kind that an advance did at one time. */
export interface TimelineEntry {
  /** ISO 8601, in the time of the clock. */
  at: string;
  kind: string;
  count: number;
}

/** Deliveries that an advance did not wait for any longer. */
export interface OutstandingDeliveries {
  webhook_id: string;
  deliveries: number;
}
