export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** The specification's limits. A route names its class; `general` is the rest. */
export const RATE_CLASSES = {
  general: { limit: 300, windowSeconds: 60 },
  login: { limit: 10, windowSeconds: 300 },
  register: { limit: 5, windowSeconds: 300 },
  otp: { limit: 3, windowSeconds: 300 },
  lookup: { limit: 30, windowSeconds: 60 },
  /** Transfers and withdrawals. One repeated with its idempotency key and body counts as `general`. */
  money: { limit: 20, windowSeconds: 60 },
  'session-create': { limit: 100, windowSeconds: 60 },
  /** Each sends an endpoint some twenty requests. */
  conformance: { limit: 5, windowSeconds: 300 },
  'create-public': { limit: 20, windowSeconds: 60 },
  /** Whoever follows an app's events asks again and again: that takes nothing from the app's other calls. */
  events: { limit: 300, windowSeconds: 60 },
  analytics: { limit: 60, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateClass = keyof typeof RATE_CLASSES;
