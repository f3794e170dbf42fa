import { Module } from '@nestjs/common';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { CheckoutModule } from '@app/checkout';
import { VerifiedNumbers } from '@app/kyc';
import { WalletModule } from '@app/wallet';
import { AccountHolders } from './account-holders.queries';
import { BeginVirtualAccountHandler } from './commands/begin-virtual-account';
import { CreditInflowHandler } from './commands/credit-inflow';
import { RecordVirtualAccountHandler } from './commands/record-virtual-account';
import { CollectInflows } from './flows/collect-inflows';
import { OpenVirtualAccount } from './flows/open-virtual-account';
import { Inflows } from './inflows.store';
import { VirtualAccountEvents } from './virtual-account-events.handler';
import { VirtualAccounts } from './virtual-accounts.store';

/** Permanent account numbers of owners and the transfers to them. Needs `KycModule`. */
@Module({
  imports: [ChargesModule, CheckoutModule, WalletModule],
  providers: [
    VirtualAccounts,
    Inflows,
    AccountHolders,
    VirtualAccountEvents,
    BeginVirtualAccountHandler,
    RecordVirtualAccountHandler,
    CreditInflowHandler,
    OpenVirtualAccount,
    CollectInflows,
  ],
  exports: [VirtualAccounts, AccountHolders],
})
export class VirtualAccountsModule {
  constructor(
    numbers: VerifiedNumbers,
    opening: OpenVirtualAccount,
    job: ResolveUnknownCharges,
    inflows: CollectInflows,
  ) {
    numbers.register(opening);
    job.register(inflows);
  }
}
