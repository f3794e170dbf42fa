import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import type { Currency } from '@app/kernel';
import { type WalletAccount, WalletQueries } from './wallet.queries';
import { WalletRepository } from './wallet.repository';

/** Gives other contexts the ledger accounts of a wallet, so that none of them loads the aggregate. */
@Injectable()
export class WalletAccountsService {
  constructor(
    private readonly queries: WalletQueries,
    private readonly wallets: WalletRepository,
  ) {}

  /** The owner's wallet in `currency`, or the primary one where no currency is named; null where there is none. */
  walletFor(ownerId: string, currency?: Currency): Promise<WalletAccount | null> {
    return this.queries.account(ownerId, currency);
  }

  /**
   * Reads the owner's wallet in `currency`; where there is none, applying opens it in the current unit of work. Of two
   * units that open it at once, one starts over and finds it. An owner's first wallet is the primary one.
   */
  async prepareWallet(ownerId: string, currency: Currency): Promise<Prepared<WalletAccount>> {
    const existing = await this.queries.account(ownerId, currency);
    if (existing) return new Prepared(() => existing);
    const isFirst = (await this.queries.account(ownerId)) === null;
    return new Prepared(() => {
      const { id, lockedAccountId } = this.wallets.openWallet(ownerId, currency, isFirst);
      return { walletId: id, ownerId, currency, accountId: id, lockedAccountId };
    });
  }

  /** Shows a permanent account number on the owner's NGN wallet; where there is none, applying opens it. */
  async prepareAccountNumber(
    ownerId: string,
    account: { accountNumber: string; bankName: string },
  ): Promise<Prepared<void>> {
    const existing = await this.wallets.findOneBy({ ownerId, currency: 'NGN' });
    const isFirst = !existing && (await this.queries.account(ownerId)) === null;
    return new Prepared(() => {
      const wallet = existing ?? this.wallets.openWallet(ownerId, 'NGN', isFirst);
      wallet.showAccountNumber(account);
      this.wallets.save(wallet);
    });
  }
}
