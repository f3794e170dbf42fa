import type { Platform } from '../../../support/platform';
import type { Cases } from './case';
import { Cast } from './cast';
import { depositCases } from './deposit-cases';
import { escrowCases } from './escrow-cases';
import { payElsewhereCases } from './pay-elsewhere-cases';
import { sessionCases } from './session-cases';
import { staffCases } from './staff-cases';
import { walletCases } from './wallet-cases';

export type { Cases, Host, Trial } from './case';

/** A way to try every financial action. A new one without an entry here fails the test. */
export async function openCases(platform: Platform): Promise<Cases> {
  const cast = new Cast(platform);
  await cast.begin();
  return {
    ...walletCases(cast),
    ...depositCases(cast),
    ...sessionCases(cast),
    ...payElsewhereCases(cast),
    ...escrowCases(cast),
    ...staffCases(cast),
  };
}
