import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WalletAccounts } from '@app/wallet';
import { type VirtualAccount, VirtualAccounts } from '../virtual-accounts.store';

/** Records the number that the gateway opened, for the owner and on their NGN wallet. Only the first one counts. */
export class RecordVirtualAccount extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly account: VirtualAccount,
  ) {
    super();
  }
}

@CommandHandler(RecordVirtualAccount)
export class RecordVirtualAccountHandler implements ICommandHandler<RecordVirtualAccount> {
  constructor(
    private readonly accounts: VirtualAccounts,
    private readonly wallets: WalletAccounts,
  ) {}

  async execute({ ownerId, account }: RecordVirtualAccount): Promise<void> {
    if (await this.accounts.find(ownerId)) return;
    const wallet = await this.wallets.prepareAccountNumber(ownerId, account);
    this.accounts.open(ownerId, account);
    wallet.apply();
  }
}
