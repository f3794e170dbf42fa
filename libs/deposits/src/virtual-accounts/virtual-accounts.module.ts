import { Module } from '@nestjs/common';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { CheckoutModule } from '@app/checkout';
import { VerifiedNumbersService } from '@app/kyc';
import { WalletModule } from '@app/wallet';
import { AccountHoldersQueries } from './account-holders.queries';
import { BeginVirtualAccountHandler } from './commands/begin-virtual-account';
import { CreditInflowHandler } from './commands/credit-inflow';
import { RecordVirtualAccountHandler } from './commands/record-virtual-account';
import { CollectInflows } from './flows/collect-inflows';
import { OpenVirtualAccount } from './flows/open-virtual-account';
import { InflowsStore } from './inflows.store';
import { VirtualAccountEvents } from './virtual-account-events.handler';
import { VirtualAccountsStore } from './virtual-accounts.store';

/** Permanent account numbers of owners and the transfers to them. Needs `KycModule`. */
@Module({
  imports: [ChargesModule, CheckoutModule, WalletModule],
  providers: [
    VirtualAccountsStore,
    InflowsStore,
    AccountHoldersQueries,
    VirtualAccountEvents,
    BeginVirtualAccountHandler,
    RecordVirtualAccountHandler,
    CreditInflowHandler,
    OpenVirtualAccount,
    CollectInflows,
  ],
  exports: [VirtualAccountsStore, AccountHoldersQueries],
})
export class VirtualAccountsModule {
  constructor(
    numbers: VerifiedNumbersService,
    opening: OpenVirtualAccount,
    job: ResolveUnknownCharges,
    inflows: CollectInflows,
  ) {
    numbers.register(opening);
    job.register(inflows);
  }
}
