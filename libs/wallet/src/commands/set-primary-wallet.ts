import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { Wallets } from '../wallet.repository';

/** Chooses the wallet that stands for its owner where no currency is named. Choosing it again changes nothing. */
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
  constructor(private readonly wallets: Wallets) {}

  async execute({ ownerId, walletId }: SetPrimaryWallet): Promise<void> {
    const owned = await this.wallets.findBy({ ownerId });
    const chosen = owned.find(({ id }) => id === walletId.toLowerCase());
    if (!chosen) throw notFound('Wallet');
    if (chosen.isPrimary) return;
    const former = owned.find(({ isPrimary }) => isPrimary) ?? null;
    chosen.becomePrimary(former);
    // The former one first: at no moment are there two.
    if (former) this.wallets.save(former);
    this.wallets.save(chosen);
  }
}
