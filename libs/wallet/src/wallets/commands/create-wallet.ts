import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Currency, Money } from '@app/kernel';
import { walletExists } from '../wallet.errors';
import { WalletQueries, type WalletView } from '../wallet.queries';
import { WalletRepository } from '../wallet.repository';

/** Opens a further wallet; each owner has at most one per currency. */
export class CreateWallet extends Command<WalletView> {
  constructor(
    readonly ownerId: string,
    readonly currency: Currency,
  ) {
    super();
  }
}

@CommandHandler(CreateWallet)
export class CreateWalletHandler implements ICommandHandler<CreateWallet> {
  constructor(
    private readonly queries: WalletQueries,
    private readonly wallets: WalletRepository,
  ) {}

  async execute({ ownerId, currency }: CreateWallet): Promise<WalletView> {
    const existing = await this.queries.list(ownerId);
    if (existing.some((wallet) => wallet.currency === currency)) throw walletExists(currency);
    const { id, lockedAccountId, isPrimary } = this.wallets.openWallet(
      ownerId,
      currency,
      existing.length === 0,
    );
    const nothing = Money.zero(currency);
    return {
      id,
      lockedAccountId,
      currency,
      isPrimary,
      balance: nothing,
      locked: nothing,
      movements: 0n,
      gwAccountNumber: null,
      gwBankName: null,
    };
  }
}
