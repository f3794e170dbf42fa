import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { SetAsidePaymentsService } from '@app/checkout';
import { Clock, uuidv7 } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { DepositConfirmed } from '../../money/deposit.money';
import { type Inflow, InflowsStore } from '../inflows.store';
import { referenceOf } from '../virtual-accounts.store';

/**
 * Credits a transfer to an account number, or sets it aside where the owner has closed the account, once per transaction of
 * the gateway. Returns whether it credited it.
 */
export class CreditInflow extends Command<boolean> {
  constructor(readonly inflow: Inflow) {
    super();
  }
}

@CommandHandler(CreditInflow)
export class CreditInflowHandler implements ICommandHandler<CreditInflow> {
  constructor(
    private readonly inflows: InflowsStore,
    private readonly wallets: WalletAccountsService,
    private readonly directory: UserDirectoryQueries,
    private readonly aside: SetAsidePaymentsService,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ inflow }: CreditInflow): Promise<boolean> {
    if (await this.inflows.isCredited(inflow)) return false;
    const { ownerId, gateway, gatewayTransactionId, amount } = inflow;
    if ((await this.directory.standingOf(ownerId))!.closed) return this.turnAway(inflow);
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

  /** What arrived for an account that is closed goes back by itself. */
  private async turnAway({ ownerId, gateway, gatewayTransactionId, amount }: Inflow): Promise<false> {
    if (await this.aside.isRecorded(gateway, gatewayTransactionId)) return false;
    const reference = `${referenceOf(ownerId)}/${gatewayTransactionId}`;
    const payment = { gatewayTransactionId, gwRef: reference, amount };
    this.aside.take(
      { origin: 'deposit', ownerId, appId: null, mode: 'live', amount, customerEmail: null },
      { reference, gateway, charged: amount, payment, reason: 'payee-closed', method: 'bank_transfer' },
      this.clock.now(),
    );
    return false;
  }
}
