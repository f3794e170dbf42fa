import type { Mode } from './domain-event';

/** Whose time an object follows: in test mode the app's that made it. */
export interface Timed {
  mode: Mode;
  /** The app that made it; null where the service itself did. */
  appId: string | null;
}

/**
 * Business time: what due dates are computed from and compared with. Live objects follow the real time of `Clock`; test
 * objects follow the test clock of their app. Tokens, limits, leases and retention always use `Clock`.
 */
export abstract class Times {
  abstract of(object: Timed): Promise<Date>;
}
