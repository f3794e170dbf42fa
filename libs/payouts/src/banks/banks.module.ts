import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountHoldersQueries } from './account-holders.queries';
import { AccountSealService } from './account-seal.service';
import { BankListsService } from './bank-lists.service';
import { BankListsStore } from './bank-lists.store';
import { AddBankHandler } from './commands/add-bank';
import { DeleteBankHandler } from './commands/delete-bank';
import { SaveAccount } from './flows/save-account';
import { HolderCheckService } from './holder-check.service';
import { EraseClosedAccounts } from './listeners/erase-closed-accounts';
import { EraseReclaimedAccounts } from './listeners/erase-reclaimed-accounts';
import { PayoutAccount } from './payout-account.aggregate';
import { PayoutAccountRepository } from './payout-account.repository';
import { SavedAccountsService } from './saved-accounts.service';

/** Banks and saved accounts. The app binds `BankDirectory` from a global module. */
@Module({
  imports: [TypeOrmModule.forFeature([PayoutAccount])],
  providers: [
    AddBankHandler,
    DeleteBankHandler,
    EraseClosedAccounts,
    EraseReclaimedAccounts,
    PayoutAccountRepository,
    SavedAccountsService,
    AccountSealService,
    SaveAccount,
    HolderCheckService,
    AccountHoldersQueries,
    BankListsService,
    BankListsStore,
  ],
  exports: [SavedAccountsService, SaveAccount, AccountHoldersQueries, BankListsService],
})
export class BanksModule {}
