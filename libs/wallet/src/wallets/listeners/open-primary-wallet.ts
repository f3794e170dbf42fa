import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UserRegistered } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { WalletRepository } from '../wallet.repository';

/** Every person has a wallet: the primary one commits with the account. */
@EventsHandler(UserRegistered)
@InTransaction()
export class OpenPrimaryWallet implements IEventHandler<UserRegistered> {
  constructor(private readonly wallets: WalletRepository) {}

  handle({ data: { userId, currency } }: UserRegistered): void {
    this.wallets.openWallet(userId, currency, true);
  }
}
