/** Events that a test app keeps. */
export const MAX_APP_EVENTS = 20_000;
/** Events that all test apps of an account keep. */
export const MAX_ACCOUNT_EVENTS = 200_000;
/** Deliveries of these events: an app with more than ten endpoints keeps fewer events. */
export const MAX_DELIVERIES = 200_000;
/** Open sessions, subscriptions, invoices and payment links of a test app. */
export const MAX_OPEN_OBJECTS = 5000;

/** SQL: the events that are kept, of an app and of all test apps of its account, revoked ones too, and the maximum of the app. */
export const heldEvents = (appId: string, ownerId: string) => `
  SELECT coalesce(sum(kept), 0)::int AS account, coalesce(sum(kept) FILTER (WHERE app_id = ${appId}), 0)::int AS app,
         max(endpoints) AS endpoints, least(${MAX_APP_EVENTS}, ${MAX_DELIVERIES} / greatest(1, max(endpoints))) AS max
    FROM (SELECT a.id AS app_id, c.last + 1 - (SELECT sequence FROM app_events e WHERE e.app_id = a.id ORDER BY sequence LIMIT 1) AS kept
            FROM merchant_apps a JOIN app_event_counters c ON c.app_id = a.id
           WHERE a.owner_id = ${ownerId} AND a.mode = 'test') apps,
         (SELECT count(*)::int AS endpoints FROM webhook_endpoints WHERE app_id = ${appId} AND url IS NOT NULL) of_app`;

/** SQL: whether the app of a test object of table `t` may have further events. */
export const hasEventRoom = (t: string) => `
  (SELECT app < max AND account < ${MAX_ACCOUNT_EVENTS} FROM (${heldEvents(`${t}.app_id`, `${t}.owner_id`)}) held)`;
