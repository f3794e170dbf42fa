/** Events that a test app keeps. */
export const MAX_APP_EVENTS = 20_000;
/** Events that all test apps of an account keep. */
export const MAX_ACCOUNT_EVENTS = 200_000;
/** Deliveries of these events: an app with more than ten endpoints keeps fewer events. */
export const MAX_DELIVERIES = 200_000;
/** Open sessions, subscriptions, invoices and payment links of a test app. */
export const MAX_OPEN_OBJECTS = 5000;

/** SQL: whether the app of a test object of table `t` may have further events. */
export const hasEventRoom = (t: string) =>
  `coalesce((SELECT c.last FROM app_event_counters c WHERE c.app_id = ${t}.app_id)
     - (SELECT e.sequence FROM app_events e WHERE e.app_id = ${t}.app_id ORDER BY e.sequence LIMIT 1) + 1 < ${MAX_APP_EVENTS}, true)`;
