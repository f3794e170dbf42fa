import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { WalletRepository } from '../wallet.repository';

/** Chooses the wallet that is used where its owner names no currency. Choosing the same wallet again changes nothing. */
export class SetPrimaryWallet extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly walletId: string,
  ) {
    super();
  }
}

@CommandHandler(SetPrimaryWallet)
export class SetPrimaryWalletHandler implements ICommandHandler<SetPrimaryWallet> {
  constructor(private readonly wallets: WalletRepository) {}

  async execute({ ownerId, walletId }: SetPrimaryWallet): Promise<void> {
    const owned = await this.wallets.findBy({ ownerId });
    const chosen = owned.find(({ id }) => id === walletId.toLowerCase());
    if (!chosen) throw notFound('Wallet');
    if (chosen.isPrimary) return;
    // The former one is written first, because the table allows one primary wallet per owner.
    const former = owned.find(({ isPrimary }) => isPrimary);
    if (former) {
      former.resignAsPrimary();
      this.wallets.save(former);
    }
    chosen.becomePrimary();
    this.wallets.save(chosen);
  }
}
