import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { RemindOfInvoice } from '../commands/remind-of-invoice';
import { InvoiceRepository } from '../invoice.repository';

/** Mails due reminders of invoices, once each. Any number may run at once. */
@Injectable()
@Scheduled({ every: '1m', name: 'remind clients of invoices' })
@FollowsTestClock({ order: 6 })
export class RemindOfInvoices implements SpaceSource {
  readonly kind = 'invoice_reminder';

  constructor(
    private readonly commands: Commands,
    private readonly invoices: InvoiceRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of reminders. */
  run(): Promise<number> {
    return this.remind(this.clock.now(), (limit, upTo) => this.invoices.toRemind(upTo, limit));
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.remind(upTo, (limit) => this.invoices.toRemindOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.invoices.nextReminder(appId, after);
  }

  private remind(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.commands.execute(new RemindOfInvoice(id));
    return eachDue({ due, work }, upTo, this.log);
  }
}
