import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import { Clock } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import type { ConfirmedPayment, Deposit } from './deposit.aggregate';

/** Credits deposits with what was confirmed of them. */
@Injectable()
export class DepositCreditsService {
  constructor(
    private readonly wallets: WalletAccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Credits a payment to the owner's wallet in its currency, which is opened where there is none; a transaction that was
   * credited before changes nothing. Gives the account that is credited; the caller saves the deposit.
   */
  async prepare(deposit: Deposit, payment: ConfirmedPayment): Promise<Prepared<string>> {
    const wallet = await this.wallets.prepareWallet(deposit.ownerId, payment.amount.currency);
    return new Prepared(() => {
      const { walletId, accountId } = wallet.apply();
      deposit.confirm(payment, { walletId, accountId }, this.clock.now());
      return accountId;
    });
  }
}
