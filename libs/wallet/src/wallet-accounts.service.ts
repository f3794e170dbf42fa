import { Injectable } from '@nestjs/common';
import { Prepared } from '@app/write-path';
import type { Currency } from '@app/kernel';
import { WalletQueries } from './wallet.queries';
import { Wallets } from './wallet.repository';

/** Where an owner's money in one currency stands. */
export interface WalletAccount {
  walletId: string;
  ownerId: string;
  currency: Currency;
  /** Ledger account of what can be spent; the same id as the wallet's. */
  accountId: string;
  /** Ledger account of funds held. */
  lockedAccountId: string;
}

/** Gives other contexts the accounts to book on; none of them loads a wallet. */
@Injectable()
export class WalletAccounts {
  constructor(
    private readonly queries: WalletQueries,
    private readonly wallets: Wallets,
  ) {}

  /** The owner's wallet in `currency`, or the primary one where no currency is named; null where there is none. */
  walletFor(ownerId: string, currency?: Currency): Promise<WalletAccount | null> {
    return this.queries.account(ownerId, currency);
  }

  /**
   * The owner's wallet in `currency`; where there is none, opens it in the current unit of work. Two units that open
   * it at once: one starts over and finds it. An owner's first wallet is the primary one.
   */
  async ensureWallet(ownerId: string, currency: Currency): Promise<WalletAccount> {
    return (await this.prepareWallet(ownerId, currency)).apply();
  }

  /** Like `ensureWallet`, for whoever reads first and decides in one turn. */
  async prepareWallet(ownerId: string, currency: Currency): Promise<Prepared<WalletAccount>> {
    const existing = await this.queries.account(ownerId, currency);
    if (existing) return new Prepared(() => existing);
    const isFirst = (await this.queries.account(ownerId)) === null;
    return new Prepared(() => {
      const { id, lockedAccountId } = this.wallets.openWallet(ownerId, currency, isFirst);
      return { walletId: id, ownerId, currency, accountId: id, lockedAccountId };
    });
  }
}
