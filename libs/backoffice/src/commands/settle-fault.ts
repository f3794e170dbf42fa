import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BookFault, FaultRepairs } from '@app/ledger';
import { type Actor, AuditLog } from '../audit-log.service';

/** Clears a fault that froze no wallet, once the books have been mended. */
export class SettleFault extends Command<BookFault> {
  constructor(
    readonly actor: Actor,
    readonly faultId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SettleFault)
export class SettleFaultHandler implements ICommandHandler<SettleFault> {
  constructor(
    private readonly repairs: FaultRepairs,
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, faultId, reason }: SettleFault): Promise<BookFault> {
    const fault = await this.repairs.settle(faultId);
    const { check, row, detail } = fault;
    this.audit.stage(actor, {
      action: 'ledger.settle-fault',
      subject: faultId,
      before: { status: 'open', check, row, detail },
      after: { status: 'cleared' },
      reason,
    });
    return fault;
  }
}
