import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WalletAccountsService } from '@app/wallet';
import { type VirtualAccount, VirtualAccountsStore } from '../virtual-accounts.store';

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
    private readonly accounts: VirtualAccountsStore,
    private readonly wallets: WalletAccountsService,
  ) {}

  async execute({ ownerId, account }: RecordVirtualAccount): Promise<void> {
    if (await this.accounts.find(ownerId)) return;
    const wallet = await this.wallets.prepareAccountNumber(ownerId, account);
    this.accounts.open(ownerId, account);
    wallet.apply();
  }
}
