import { assertNotOwn, type UserCaller } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BookFaultsStore } from '../book-faults.store';
import { FaultResolutionService, type UnfrozenWallet } from '../fault-resolution.service';

/** Unfreezes a wallet if a new proof finds no fault. */
export class UnfreezeWallet extends Command<UnfrozenWallet> {
  constructor(
    readonly caller: UserCaller,
    readonly accountId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(UnfreezeWallet)
export class UnfreezeWalletHandler implements ICommandHandler<UnfreezeWallet> {
  constructor(
    private readonly resolution: FaultResolutionService,
    private readonly faults: BookFaultsStore,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN where the wallet is the caller's own. */
  async execute({ caller, accountId, reason }: UnfreezeWallet): Promise<UnfrozenWallet> {
    assertNotOwn(caller, await this.faults.ownerOf(accountId), 'unfreeze a wallet');
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
