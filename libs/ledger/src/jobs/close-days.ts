import { Injectable } from '@nestjs/common';
import { SigningKey } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { SETTLING_SECONDS } from '../balances/balance-history.queries';
import { dayAfter, documentOf, endOf } from '../closes/close-document.policy';
import { CloseFilesService } from '../closes/close-files.service';
import { ClosesService } from '../closes/closes.service';
import { SealAuditEntries } from './seal-audit-entries';
import { SealJournals } from './seal-journals';

/** Maximum number of days closed per run; later runs close the rest. */
const MAX_DAYS = 31;

/**
 * Closes each past day once and writes every close to a file on this machine. Any number of these jobs may run
 * at once.
 */
@Injectable()
@Scheduled({ every: '5m', name: 'close the books of each day' })
export class CloseDays {
  constructor(
    private readonly sealJournals: SealJournals,
    private readonly sealAudit: SealAuditEntries,
    private readonly closes: ClosesService,
    private readonly files: CloseFilesService,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.closeDueDays();
    for (const close of await this.closes.without(await this.files.days())) {
      // A row inserted by hand is not a valid anchor.
      if (!this.key.hasSigned(close.text, close.signature, close.keyId) || !documentOf(close.text))
        throw new Error(`the close of ${close.day} is not signed by the configured key`);
      await this.files.keep(close);
    }
  }

  private async closeDueDays(): Promise<void> {
    for (let closed = 0; closed < MAX_DAYS; closed++) {
      const last = await this.closes.last();
      if (last && !this.isOver(dayAfter(last.day))) return;
      if (closed === 0) await this.seal();
      const day = last ? dayAfter(last.day) : await this.closes.firstDay();
      if (!day || !this.isOver(day) || !(await this.closes.close(day, last))) return;
    }
  }

  private async seal(): Promise<void> {
    await this.sealJournals.run();
    await this.sealAudit.run();
  }

  /** Whether no more bookings can have a time of that day. */
  private isOver(day: string): boolean {
    return addSeconds(endOf(day), SETTLING_SECONDS) <= this.clock.now();
  }
}
