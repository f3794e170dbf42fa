import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { PayoutAccountRepository } from '../payout-account.repository';

/** Saved accounts are erased when their owner closes the account. */
@EventsHandler(AccountClosed)
@InTransaction()
export class EraseClosedAccounts implements IEventHandler<AccountClosed> {
  constructor(private readonly accounts: PayoutAccountRepository) {}

  handle({ data: { userId } }: AccountClosed): void {
    this.accounts.eraseAll(userId);
  }
}
