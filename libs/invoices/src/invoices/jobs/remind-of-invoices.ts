import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { RemindOfInvoice } from '../commands/remind-of-invoice';
import { Invoices } from '../invoice.repository';

/** Mails due reminders of invoices, once each. Any number may run at once. */
@Injectable()
export class RemindOfInvoices {
  constructor(
    private readonly commands: Commands,
    private readonly invoices: Invoices,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of reminders. */
  run(): Promise<number> {
    const reminders: DueList = {
      due: (limit, upTo) => this.invoices.toRemind(upTo, limit),
      work: (id) => this.commands.execute(new RemindOfInvoice(id)),
    };
    return eachDue(reminders, this.clock.now(), this.log);
  }
}
