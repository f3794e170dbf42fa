import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { PayoutAccount } from '../payout-account.aggregate';
import { PayoutAccountRepository } from '../payout-account.repository';

/** Deletes a saved account and erases what names it. Withdrawals that are under way go on. */
export class DeleteBank extends Command<PayoutAccount> {
  constructor(
    readonly ownerId: string,
    /** Its id on the wire. */
    readonly number: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteBank)
export class DeleteBankHandler implements ICommandHandler<DeleteBank> {
  constructor(
    private readonly accounts: PayoutAccountRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, number }: DeleteBank): Promise<PayoutAccount> {
    const account = await this.accounts.byOwner(ownerId, number);
    account.erase(this.clock.now());
    this.accounts.save(account);
    return account;
  }
}
