import { addSeconds } from '@app/kernel';

/** Time from each failed attempt to the next: 1 minute, 5 minutes, 30 minutes, 2 hours, 24 hours. */
const WAITS_SECONDS = [60, 300, 1800, 7200, 86_400];

/**
 * The time of the next attempt after the `attempt`-th one, which began at `at`; null when that was the last.
 */
export function nextAttemptAt(attempt: number, at: Date): Date | null {
  const wait = WAITS_SECONDS[attempt - 1];
  return wait === undefined ? null : addSeconds(at, wait);
}
