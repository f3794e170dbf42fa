import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import { FollowsTestClock, type SpaceSource } from '@app/test-clock';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { MarkInvoiceOverdue } from '../commands/mark-invoice-overdue';
import { InvoiceRepository } from '../invoice.repository';

/** Marks unpaid invoices overdue from 00:00 UTC of the day after their due date, once each. Any number may run at once. */
@Injectable()
@Scheduled({ every: '15s', name: 'mark overdue invoices' })
@FollowsTestClock({ order: 5 })
export class MarkOverdueInvoices implements SpaceSource {
  readonly kind = 'invoice_overdue';

  constructor(
    private readonly commands: Commands,
    private readonly invoices: InvoiceRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of invoices that became overdue. */
  run(): Promise<number> {
    return this.mark(this.clock.now(), (limit, upTo) => this.invoices.overdue(upTo, limit));
  }

  runSpace(appId: string, upTo: Date): Promise<number> {
    return this.mark(upTo, (limit) => this.invoices.overdueOfApp(appId, upTo, limit));
  }

  nextDue(appId: string, after: Date): Promise<Date | null> {
    return this.invoices.nextOverdue(appId, after);
  }

  private mark(upTo: Date, due: DueList['due']): Promise<number> {
    const work = (id: string) => this.commands.execute(new MarkInvoiceOverdue(id));
    return eachDue({ due, work }, upTo, this.log);
  }
}
