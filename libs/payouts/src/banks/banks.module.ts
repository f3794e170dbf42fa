import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountHolders } from './account-holders.queries';
import { AccountSeals } from './account-seal.service';
import { BankLists } from './bank-lists.service';
import { StoredBankLists } from './bank-lists.store';
import { AddBankHandler } from './commands/add-bank';
import { DeleteBankHandler } from './commands/delete-bank';
import { SaveAccount } from './flows/save-account';
import { HolderChecks } from './holder-check.service';
import { EraseClosedAccounts } from './listeners/erase-closed-accounts';
import { EraseReclaimedAccounts } from './listeners/erase-reclaimed-accounts';
import { PayoutAccount } from './payout-account.aggregate';
import { PayoutAccounts } from './payout-account.repository';
import { SavedAccounts } from './saved-accounts.service';

/** Banks and saved accounts. The app binds `BankDirectory` from a global module. */
@Module({
  imports: [TypeOrmModule.forFeature([PayoutAccount])],
  providers: [
    AddBankHandler,
    DeleteBankHandler,
    EraseClosedAccounts,
    EraseReclaimedAccounts,
    PayoutAccounts,
    SavedAccounts,
    AccountSeals,
    SaveAccount,
    HolderChecks,
    AccountHolders,
    BankLists,
    StoredBankLists,
  ],
  exports: [SavedAccounts, SaveAccount, AccountHolders, BankLists],
})
export class BanksModule {}
