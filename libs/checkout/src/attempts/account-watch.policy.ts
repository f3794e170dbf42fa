import { addSeconds } from '@app/kernel';

/** Account numbers are looked at for so long after their attempt has ended. */
const WATCHED_SECONDS = 3 * 24 * 3600;
const FIRST_WATCH_SECONDS = 15 * 60;

/** When to look first for money on the account number of an attempt that has ended. */
export const firstLookAt = (ended: Date) => addSeconds(ended, FIRST_WATCH_SECONDS);

/** When to look again: as long after as the end is past; null once the time to watch it is over. */
export function nextLookAt(ended: Date, now: Date): Date | null {
  const ageSeconds = (now.getTime() - ended.getTime()) / 1000;
  return ageSeconds >= WATCHED_SECONDS ? null : addSeconds(now, Math.max(ageSeconds, FIRST_WATCH_SECONDS));
}
