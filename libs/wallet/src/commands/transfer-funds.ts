import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DirectoryEntry, RecipientType } from '@app/accounts';
import { type BalanceAfter, Decision, SwiftCommand, UnitOfWork } from '@app/database';
import { Fx } from '@app/fx';
import { Clock, type Currency, Money, notFound, uuidv7 } from '@app/kernel';
import { FundsTransferred } from '@app/ledger';
import { transferFee } from '../fees';
import { Recipients } from '../recipients';
import { TransferEnds } from '../transfer-ends';
import { convertsToNothing, selfTransfer, walletMissing } from '../wallet.errors';

export interface Transfer {
  transactionId: string;
  sent: Money;
  fee: Money;
  received: Money;
  recipient: DirectoryEntry;
  newBalance: BalanceAfter;
}

/** Sends money to another account. It has no rows of its own, so that concurrent transfers commit as a group. */
export class TransferFunds extends SwiftCommand<Transfer> {
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
    private readonly ends: TransferEnds,
    private readonly fx: Fx,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ senderId, recipient, amountMinor, currency, note }: TransferFunds) {
    const identifier = await this.recipients.identify(senderId, recipient.text, recipient.type);
    if (!identifier) throw notFound('Recipient');
    const ends = await this.ends.find(senderId, identifier, currency ?? null);
    const { senderTag, from, recipient: to } = ends;
    if (!to) throw notFound('Recipient');
    if (to.id === senderId) throw selfTransfer();
    if (!from) throw walletMissing(currency);
    if (!ends.to) throw notFound('Recipient');

    const sent = new Money(amountMinor, from.currency);
    const received = await this.credited(sent, ends.to.currency);
    const payer = { ownerId: senderId, accountId: from.accountId, usertag: senderTag };
    const payee = { ownerId: to.id, accountId: ends.to.accountId, usertag: to.usertag };
    return new Decision((): Transfer => {
      const transactionId = uuidv7(this.clock.now());
      const fee = transferFee(sent);
      this.unit.record(
        new FundsTransferred(from.walletId, senderId, 'live', {
          ...{ transactionId, sent, received, fee, note, sender: payer, recipient: payee },
        }),
      );
      const newBalance = this.unit.balanceAfter(from.accountId);
      return { transactionId, sent, fee, received, recipient: to, newBalance };
    });
  }

  /** What arrives: the amount itself, or its worth at the live rate, rounded down. */
  private async credited(sent: Money, currency: Currency): Promise<Money> {
    if (currency === sent.currency) return sent;
    const received = sent.creditedAs(currency, await this.fx.liveRate(sent.currency, currency));
    if (received.isZero) throw convertsToNothing(currency);
    return received;
  }
}
