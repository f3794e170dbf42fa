import type { OutstandingDeliveries } from './timeline.view';

/** Tells endpoints that answer slowly from those that do not answer, by the deliveries that are left. */
export class AnswerProgress {
  /** For each endpoint with deliveries, their number, and when it was seen to fall. */
  private known = new Map<string, { deliveries: number; at: number }>();

  /** Notes the deliveries that are left at `now`. Returns the endpoints whose number has not fallen for longer than `ms`. */
  stalled(left: readonly OutstandingDeliveries[], now: number, ms: number): string[] {
    const { known } = this;
    this.known = new Map(
      left.map(({ webhook_id, deliveries }) => {
        const before = known.get(webhook_id);
        const at = before && before.deliveries <= deliveries ? before.at : now;
        return [webhook_id, { deliveries, at }];
      }),
    );
    return [...this.known].filter(([, { at }]) => now - at > ms).map(([webhookId]) => webhookId);
  }
}
