import type { OutstandingDeliveries } from './timeline.view';

/** Tells endpoints that answer slowly from those that do not answer: of the former fewer and fewer deliveries are left. */
export class AnswerProgress {
  /** For each endpoint with deliveries, the lowest number of them, and when it was reached. */
  private lowest = new Map<string, { deliveries: number; at: number }>();

  /** Notes the deliveries that are left at `now`. Returns the endpoints that have answered none for longer than `ms`. */
  stalled(left: readonly OutstandingDeliveries[], now: number, ms: number): string[] {
    const known = this.lowest;
    this.lowest = new Map(
      left.map(({ webhook_id, deliveries }) => {
        const before = known.get(webhook_id);
        return [webhook_id, before && before.deliveries <= deliveries ? before : { deliveries, at: now }];
      }),
    );
    return [...this.lowest].filter(([, { at }]) => now - at > ms).map(([webhookId]) => webhookId);
  }
}
