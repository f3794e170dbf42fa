import type { Money, Rate } from '@app/kernel';

/** What somebody is charged for a session. */
export interface Price {
  charge: Money;
  /** Units of its currency for one of the session's; null where it is the session's. */
  rate: Rate | null;
}
