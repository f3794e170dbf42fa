import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, uuidv7 } from '@app/kernel';
import { DepositConfirmed } from '@app/ledger';
import { WalletAccounts } from '@app/wallet';
import { type Inflow, Inflows } from '../inflows.store';
import { referenceOf } from '../virtual-accounts.store';

/** Credits a transfer to an account number, once per transaction of the gateway. Returns whether it credited it. */
export class CreditInflow extends Command<boolean> {
  constructor(readonly inflow: Inflow) {
    super();
  }
}

@CommandHandler(CreditInflow)
export class CreditInflowHandler implements ICommandHandler<CreditInflow> {
  constructor(
    private readonly inflows: Inflows,
    private readonly wallets: WalletAccounts,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ inflow }: CreditInflow): Promise<boolean> {
    if (await this.inflows.isCredited(inflow)) return false;
    const { ownerId, gateway, gatewayTransactionId, amount } = inflow;
    const { walletId, accountId } = (await this.wallets.prepareWallet(ownerId, amount.currency)).apply();
    const transactionId = uuidv7(this.clock.now());
    this.inflows.add(inflow, transactionId);
    this.eventBus.publish(
      new DepositConfirmed(transactionId, ownerId, 'live', {
        kind: 'virtual-account',
        transactionId,
        txRef: referenceOf(ownerId),
        gateway,
        gatewayTransactionId,
        amount,
        walletId,
        accountId,
        wasSetAside: false,
      }),
    );
    return true;
  }
}
