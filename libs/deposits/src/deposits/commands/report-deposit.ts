import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Deposit } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';

/** Changes nothing: a request that asks for what stands already is answered, and remembered, through it. */
export class ReportDeposit extends Command<Deposit> {
  constructor(readonly depositId: string) {
    super();
  }
}

@CommandHandler(ReportDeposit)
export class ReportDepositHandler implements ICommandHandler<ReportDeposit> {
  constructor(private readonly deposits: DepositRepository) {}

  execute({ depositId }: ReportDeposit): Promise<Deposit> {
    return this.deposits.byId(depositId);
  }
}
