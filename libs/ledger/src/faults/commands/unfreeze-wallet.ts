import { UnitOfWork } from '@app/write-path';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FaultResolution, type UnfrozenWallet } from '../fault-resolution.service';

/** Unfreezes a wallet if a new proof finds no fault. */
export class UnfreezeWallet extends Command<UnfrozenWallet> {
  constructor(
    readonly accountId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(UnfreezeWallet)
export class UnfreezeWalletHandler implements ICommandHandler<UnfreezeWallet> {
  constructor(
    private readonly resolution: FaultResolution,
    private readonly unit: UnitOfWork,
  ) {}

  async execute({ accountId, reason }: UnfreezeWallet): Promise<UnfrozenWallet> {
    const unfreezing = await this.resolution.unfreeze(accountId);
    const { accounts, cleared } = unfreezing;
    this.unit.audit({
      subject: accountId,
      before: { frozen: accounts, faults: cleared.map(({ id }) => id) },
      after: { frozen: [], faults: [] },
      reason,
    });
    return unfreezing;
  }
}
