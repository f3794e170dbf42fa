import type { Platform } from '../../../support/platform';
import type { Cases } from './case';
import { Cast } from './cast';
import { depositCases } from './deposit-cases';
import { escrowCases } from './escrow-cases';
import { asyncPaymentCases } from './async-payment-cases';
import { invoiceCases } from './invoice-cases';
import { kycCases } from './kyc-cases';
import { payoutCases } from './payout-cases';
import { sessionCases } from './session-cases';
import { staffCases } from './staff-cases';
import { subscriptionCases } from './subscription-cases';
import { teamCases } from './team-cases';
import { walletCases } from './wallet-cases';

export type { Cases, Host, Trial } from './case';

/** Cases for every financial action. The test fails if a new action has no entry here. */
export async function openCases(platform: Platform): Promise<Cases> {
  const cast = new Cast(platform);
  await cast.begin();
  return {
    ...walletCases(cast),
    ...depositCases(cast),
    ...sessionCases(cast),
    ...asyncPaymentCases(cast),
    ...escrowCases(cast),
    ...invoiceCases(cast),
    ...kycCases(cast),
    ...subscriptionCases(cast),
    ...payoutCases(cast),
    ...staffCases(cast),
    ...teamCases(cast),
  };
}
