import type { Mode } from '@app/kernel';

interface Places {
  /** Deliveries that one process sends at once. */
  total: number;
  /** Of these, those of one account. */
  share: number;
  /** Of these, those to endpoints of one account whose last attempts failed. Each such endpoint gets one at a time. */
  failing: number;
  /** The last quarter of all places is for accounts that use fewer than this. */
  few: number;
}

/** Live and test deliveries have places of their own, so that live ones wait for no test merchant. */
export const PLACES: Record<Mode, Places> = {
  live: { total: 512, share: 64, failing: 8, few: 8 },
  test: { total: 128, share: 16, failing: 4, few: 2 },
};

/** Whether an account that sends `own` of `all` deliveries in this mode may begin one more. */
export function mayBegin(mode: Mode, own: number, all: number): boolean {
  const { total, share, few } = PLACES[mode];
  if (own >= share || all >= total) return false;
  return own < few || all < total * 0.75;
}
