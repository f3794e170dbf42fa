import { ALL_EVENTS, type WebhookEvent } from '@app/merchants';
import { catalogueEntry } from './catalogue';

/** Whether an endpoint with these wishes gets the event: `*` asks for all but those that have to be named. */
export function isWanted(event: string, wishes: readonly string[]): boolean {
  return (
    wishes.includes(event) ||
    (wishes.includes(ALL_EVENTS) && !catalogueEntry(event as WebhookEvent).onRequest)
  );
}
