import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RecipientType } from '@app/accounts';
import { PreparedCommand } from '@app/write-path';
import { type Currency, notFound } from '@app/kernel';
import { Recipients } from '../recipients.service';
import { type Transfer, Transfers } from '../transfers.service';

/** Sends money to another account. It has no rows of its own, so that concurrent transfers commit as a group. */
export class TransferFunds extends PreparedCommand<Transfer> {
  constructor(
    readonly senderId: string,
    readonly recipient: { text: string; type?: RecipientType },
    readonly amountMinor: bigint,
    /** The sender's primary wallet where absent. */
    readonly currency: Currency | undefined,
    readonly note: string | null,
  ) {
    super();
  }
}

@CommandHandler(TransferFunds)
export class TransferFundsHandler implements ICommandHandler<TransferFunds> {
  constructor(
    private readonly recipients: Recipients,
    private readonly transfers: Transfers,
  ) {}

  async execute({ senderId, recipient, amountMinor, currency, note }: TransferFunds) {
    const to = await this.recipients.identify(senderId, recipient.text, recipient.type);
    if (!to) throw notFound('Recipient');
    return this.transfers.prepare({ senderId, to, amountMinor, currency, note, requestId: null });
  }
}
