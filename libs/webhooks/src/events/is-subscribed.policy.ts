import { ALL_EVENTS, type WebhookEvent } from '@app/merchants';
import { catalogueEntry } from './catalogue';

/** Whether an endpoint with these wishes gets the event: `*` asks for all but those that have to be named. */
export function isSubscribed(event: string, subscribed: readonly string[]): boolean {
  return (
    subscribed.includes(event) ||
    (subscribed.includes(ALL_EVENTS) && !catalogueEntry(event as WebhookEvent).onRequest)
  );
}
