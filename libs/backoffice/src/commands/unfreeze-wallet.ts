import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FaultResolution, type Unfreezing } from '@app/ledger';
import { type Actor, AuditLog } from '../audit-log.service';

/** Lets money leave a frozen wallet again, at the word of finance staff and of a fresh proof. */
export class UnfreezeWallet extends Command<Unfreezing> {
  constructor(
    readonly actor: Actor,
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
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, accountId, reason }: UnfreezeWallet): Promise<Unfreezing> {
    const unfreezing = await this.resolution.unfreeze(accountId);
    const { accounts, cleared } = unfreezing;
    this.audit.stage(actor, {
      action: 'ledger.unfreeze',
      subject: accountId,
      before: { frozen: accounts, faults: cleared.map(({ id }) => id) },
      after: { frozen: [], faults: [] },
      reason,
    });
    return unfreezing;
  }
}
