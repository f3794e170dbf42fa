import { Injectable } from '@nestjs/common';
import { UserRegistered } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { Wallets } from '../wallet.repository';

/** Nobody is without a wallet: the primary one commits with the account. */
@Injectable()
export class WhenUserRegistered {
  constructor(private readonly wallets: Wallets) {}

  @InTransaction(UserRegistered)
  openPrimaryWallet({ data: { userId, currency } }: UserRegistered): void {
    this.wallets.openWallet(userId, currency, true);
  }
}
