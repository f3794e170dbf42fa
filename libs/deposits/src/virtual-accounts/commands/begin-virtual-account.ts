import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { VirtualAccountsStore } from '../virtual-accounts.store';

/** Records that the gateway is about to be asked for an owner's number. Returns whether to ask it. */
export class BeginVirtualAccount extends Command<boolean> {
  constructor(readonly ownerId: string) {
    super();
  }
}

@CommandHandler(BeginVirtualAccount)
export class BeginVirtualAccountHandler implements ICommandHandler<BeginVirtualAccount> {
  constructor(private readonly accounts: VirtualAccountsStore) {}

  async execute({ ownerId }: BeginVirtualAccount): Promise<boolean> {
    if (!(await this.accounts.isFree(ownerId))) return false;
    this.accounts.begin(ownerId);
    return true;
  }
}
