import { Injectable } from '@nestjs/common';
import { InTransaction } from '@app/write-path';
import { BookFaultFound } from '@app/ledger';
import { AuditLog } from '../audit-log.service';

/** Enters into the audit log that the service froze wallets by itself, in the same commit. */
@Injectable()
export class WhenBookFaultFound {
  constructor(private readonly audit: AuditLog) {}

  @InTransaction(BookFaultFound)
  enter({ data: { faultId, check, row, detail, frozen } }: BookFaultFound): void {
    this.audit.stage(
      { staffId: null, address: 'scheduler', requestId: faultId },
      {
        action: frozen.length > 0 ? 'ledger.freeze' : 'ledger.fault',
        subject: row,
        after: { fault_id: faultId, check, detail, frozen },
        reason: 'The running proof of the books found this row at fault.',
      },
    );
  }
}
