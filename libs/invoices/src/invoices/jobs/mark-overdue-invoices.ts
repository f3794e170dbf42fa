import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { MarkInvoiceOverdue } from '../commands/mark-invoice-overdue';
import { Invoices } from '../invoice.repository';

/** Marks unpaid invoices overdue from 00:00 UTC of the day after their due date, once each. Any number may run at once. */
@Injectable()
export class MarkOverdueInvoices {
  constructor(
    private readonly commands: Commands,
    private readonly invoices: Invoices,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of invoices that became overdue. */
  run(): Promise<number> {
    const overdue: DueList = {
      due: (limit, upTo) => this.invoices.overdue(upTo, limit),
      work: (id) => this.commands.execute(new MarkInvoiceOverdue(id)),
    };
    return eachDue(overdue, this.clock.now(), this.log);
  }
}
