/** A browser signs in again after 12 hours, however much it is used. */
export const CONSOLE_SESSION = { seconds: 12 * 3600 } as const;

/** How long a browser is known after a sign-in. */
export const DEVICE_SECONDS = 365 * 24 * 3600;

/** Requests of a session in a minute that ask for tokens or change the session. */
export const CONSOLE_RATE = { limit: 60, ttl: 60_000 } as const;
