import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountReclaimed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { PayoutAccountRepository } from '../payout-account.repository';

/** Accounts that were saved before the owner proved the address belong to another person. */
@EventsHandler(AccountReclaimed)
@InTransaction()
export class EraseReclaimedAccounts implements IEventHandler<AccountReclaimed> {
  constructor(private readonly accounts: PayoutAccountRepository) {}

  handle({ data: { userId } }: AccountReclaimed): void {
    this.accounts.eraseAll(userId);
  }
}
