import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { AuditLogService } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import { BookFaultsStore } from '../book-faults.store';
import { BookFaultFound } from '../fault.events';
import type { FoundFault } from '../../proofs/rules/check';

/**
 * Records a fault and freezes the wallets it concerns, with an audit entry. Returns false for a known fault.
 */
export class ReportBookFault extends Command<boolean> {
  constructor(readonly fault: FoundFault) {
    super();
  }
}

@CommandHandler(ReportBookFault)
export class ReportBookFaultHandler implements ICommandHandler<ReportBookFault> {
  constructor(
    private readonly faults: BookFaultsStore,
    private readonly unit: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ fault }: ReportBookFault): Promise<boolean> {
    if (await this.faults.isOpen(fault)) return false;
    const { check, row, detail, journalId } = fault;
    const frozen = await this.faults.walletsOf(fault.accounts);
    const now = this.clock.now();
    const id = uuidv7(now);
    this.unit.stage({
      sql: `INSERT INTO book_faults (id, check_name, subject, detail, journal_id, accounts, found_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (check_name, subject) WHERE cleared_at IS NULL DO NOTHING`,
      parameters: [id, check, row, detail, journalId, frozen, now],
      // If another scheduler recorded it meanwhile, the command starts over and finds it known.
      expectedRows: 1,
    });
    this.unit.stage({ sql: 'SELECT ledger.set_frozen($1::uuid[], true)', parameters: [frozen] });
    this.audit.stage(
      { staffId: null, address: 'scheduler', requestId: id },
      {
        action: frozen.length > 0 ? 'ledger.freeze' : 'ledger.fault',
        subject: row,
        after: { fault_id: id, check, detail, frozen },
        reason: 'The running proof of the books found this row at fault.',
      },
    );
    this.eventBus.publish(new BookFaultFound(id, id, 'live', { faultId: id, check, row, detail, frozen }));
    return true;
  }
}
