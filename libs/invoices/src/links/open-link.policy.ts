import type { Standing } from '@app/accounts';
import type { Mode } from '@app/kernel';

interface LinkState {
  active: boolean;
  expiresAt: Date | null;
}

/** Whether a payment can begin at `now`, if the link is not used up. */
export function isOpenLink({ active, expiresAt }: LinkState, now: Date): boolean {
  return active && (expiresAt === null || expiresAt > now);
}

/** Whether it is a live link of a personal account, from before these were for businesses only: it takes no payments. */
export function isOfPerson({ mode }: { mode: Mode }, owner: Pick<Standing, 'accountType'> | null): boolean {
  return mode === 'live' && owner?.accountType !== 'business';
}
