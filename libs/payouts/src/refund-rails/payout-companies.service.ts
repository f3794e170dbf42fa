import type { Mode } from '@app/kernel';
import type { BankDirectory } from '../banks/bank-directory.port';
import type { PayoutRoutes } from '../providers/payout-provider.port';

/** The companies that refunds to accounts are paid with in one mode. */
export interface PayoutCompanies {
  directory: BankDirectory;
  routes: PayoutRoutes;
}

/** The payout companies of each mode. Which modes an app serves is the app's to say. */
export class PayoutCompaniesService {
  constructor(private readonly byMode: Partial<Record<Mode, PayoutCompanies>>) {}

  get modes(): Mode[] {
    return Object.keys(this.byMode) as Mode[];
  }

  of(mode: Mode): PayoutCompanies {
    const found = this.byMode[mode];
    if (!found) throw new Error(`this app pays nothing out in ${mode} mode`);
    return found;
  }
}
