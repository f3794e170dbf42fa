import { hours, minutes } from '@nestjs/throttler';

export interface RateLimit {
  limit: number;
  /** Length of the window in milliseconds. */
  ttl: number;
  /** Whether the account's user and all its apps share the limit. Otherwise each has it. */
  perOwner?: boolean;
}

/** The limits of the specification, each a named throttler. A route without a class in its policy is `general`. */
export const RATE_CLASSES = {
  general: { limit: 300, ttl: minutes(1) },
  login: { limit: 10, ttl: minutes(5) },
  register: { limit: 5, ttl: minutes(5) },
  otp: { limit: 3, ttl: minutes(5) },
  /** Answers that tell which accounts exist. */
  lookup: { limit: 30, ttl: minutes(1), perOwner: true },
  /** Actions that wait for another company or an endpoint, and advances of a test clock. */
  inquiry: { limit: 30, ttl: minutes(1) },
  /** Transfers. A request repeated with its idempotency key and body counts as `general`. */
  money: { limit: 20, ttl: minutes(1), perOwner: true },
  /** Withdrawals; repeats count as those of `money`. */
  payout: { limit: 20, ttl: minutes(1), perOwner: true },
  /** Refunds; repeats count as those of `money`. */
  refund: { limit: 100, ttl: minutes(1), perOwner: true },
  'session-create': { limit: 100, ttl: minutes(1) },
  /** Each run sends about twenty requests to the endpoint. */
  conformance: { limit: 5, ttl: minutes(5) },
  'create-public': { limit: 20, ttl: minutes(1) },
  /** A class of its own, so that polling the event feed does not use up the app's `general` limit. */
  events: { limit: 300, ttl: minutes(1) },
  statement: { limit: 30, ttl: minutes(1), perOwner: true },
  /** Exports of staff: up to 100,000 rows each. */
  export: { limit: 10, ttl: minutes(10) },
  /** Account numbers of people, which staff read in full. */
  reveal: { limit: 30, ttl: hours(1) },
  /** Each upload is drawn anew, which takes seconds of a processor at worst. */
  upload: { limit: 20, ttl: minutes(5), perOwner: true },
  analytics: { limit: 60, ttl: minutes(1) },
} as const satisfies Record<string, RateLimit>;

/** Classes in which a request repeated with its idempotency key and body counts as `general`. */
export const CLASSES_WITH_REPEATS: ReadonlySet<string> = new Set(['money', 'payout', 'refund']);

/** Classes that invalid requests count in as well. Of an upload the bytes are the cost, whatever its texts are. */
export const KEPT_CLASSES: ReadonlySet<string> = new Set(['general', 'upload']);

export type RateClass = keyof typeof RATE_CLASSES;
