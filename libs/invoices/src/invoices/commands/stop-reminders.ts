import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Mode } from '@app/kernel';
import { InvoiceRepository } from '../invoice.repository';

/** The client unsubscribes from the reminders of an invoice. */
export class StopReminders extends Command<void> {
  constructor(
    readonly token: string,
    readonly mode: Mode,
  ) {
    super();
  }
}

@CommandHandler(StopReminders)
export class StopRemindersHandler implements ICommandHandler<StopReminders> {
  constructor(private readonly invoices: InvoiceRepository) {}

  async execute({ token, mode }: StopReminders): Promise<void> {
    const invoice = await this.invoices.byToken(token, mode);
    if (!invoice.reminders) return;
    invoice.stopReminders();
    this.invoices.save(invoice);
  }
}
