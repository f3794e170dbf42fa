import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BookFault, FaultResolution } from '@app/ledger';
import { type Actor, AuditLog } from '../audit-log.service';

/** Clears a fault that froze no wallet, once the books have been mended. */
export class ClearFault extends Command<BookFault> {
  constructor(
    readonly actor: Actor,
    readonly faultId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ClearFault)
export class ClearFaultHandler implements ICommandHandler<ClearFault> {
  constructor(
    private readonly resolution: FaultResolution,
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, faultId, reason }: ClearFault): Promise<BookFault> {
    const fault = await this.resolution.clearFault(faultId);
    const { check, row, detail } = fault;
    this.audit.stage(actor, {
      action: 'ledger.clear-fault',
      subject: faultId,
      before: { status: 'open', check, row, detail },
      after: { status: 'cleared' },
      reason,
    });
    return fault;
  }
}
