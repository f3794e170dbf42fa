import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GatewayTransaction } from '../charge-outcome.policy';
import type { Deposit } from '../deposit.aggregate';
import { Deposits } from '../deposit.repository';
import { DepositSettlement } from '../deposit-settlement.service';

/** Brings a deposit in line with what the gateway said of one of its charges, however often it is said. */
export class SettleDeposit extends Command<Deposit> {
  constructor(
    readonly depositId: string,
    /** Null: the gateway knows no such charge, which changes nothing. */
    readonly transaction: GatewayTransaction | null,
  ) {
    super();
  }
}

@CommandHandler(SettleDeposit)
export class SettleDepositHandler implements ICommandHandler<SettleDeposit> {
  constructor(
    private readonly deposits: Deposits,
    private readonly settlement: DepositSettlement,
  ) {}

  async execute({ depositId, transaction }: SettleDeposit): Promise<Deposit> {
    const deposit = await this.deposits.byId(depositId);
    if (!transaction) return deposit;
    if (await this.settlement.settle(deposit, transaction)) this.deposits.save(deposit);
    return deposit;
  }
}
