import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import type { Money } from '@app/kernel';
import { OpeningBalanceGranted } from '../../money/wallet.money';
import { WalletAccountsService } from '../wallet-accounts.service';

/**
 * Gives a demo account funds out of nothing, once per `reference` (default: once per wallet); opens the wallet where
 * there is none. Callers refuse it in production.
 */
export class GrantOpeningBalance extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly amount: Money,
    readonly reference?: string,
  ) {
    super();
  }
}

@CommandHandler(GrantOpeningBalance)
export class GrantOpeningBalanceHandler implements ICommandHandler<GrantOpeningBalance> {
  constructor(
    private readonly accounts: WalletAccountsService,
    private readonly eventBus: EventBus,
  ) {}

  async execute({ ownerId, amount, reference }: GrantOpeningBalance): Promise<void> {
    const wallet = await this.accounts.prepareWallet(ownerId, amount.currency);
    const { walletId, accountId } = wallet.apply();
    this.eventBus.publish(
      new OpeningBalanceGranted(reference ?? walletId, ownerId, 'live', { accountId, amount }),
    );
  }
}
