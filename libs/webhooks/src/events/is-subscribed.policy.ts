import { ALL_EVENTS } from '@app/merchants';
import { publicEventNamed } from './catalogue';

/**
 * Whether an endpoint with these subscriptions gets the event: `*` covers all events except those on request.
 */
export function isSubscribed(
  event: string,
  subscribed: readonly string[],
  onRequest = isOnRequest(event),
): boolean {
  return subscribed.includes(event) || (subscribed.includes(ALL_EVENTS) && !onRequest);
}

/** Whether only endpoints that name the event get it. */
export function isOnRequest(event: string): boolean {
  return publicEventNamed(event)?.onRequest ?? false;
}
