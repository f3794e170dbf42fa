import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DirectoryEntry, RecipientType } from '@app/accounts';
import { type BalanceAfter, Decision, SwiftCommand, UnitOfWork } from '@app/database';
import { Fx } from '@app/fx';
import { Clock, type Currency, Money, notFound, uuidv7 } from '@app/kernel';
import { FundsTransferred } from '@app/ledger';
import { transferFee } from '../fees';
import { Recipients } from '../recipients';
import { convertsToNothing, selfTransfer, walletMissing } from '../wallet.errors';
import type { WalletAccount } from '../wallet-accounts';
import { WalletQueries } from '../wallet.queries';

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
    private readonly wallets: WalletQueries,
    private readonly fx: Fx,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ senderId, recipient, amountMinor, currency, note }: TransferFunds) {
    const to = await this.recipients.find(senderId, recipient.text, recipient.type);
    if (!to) throw notFound('Recipient');
    if (to.id === senderId) throw selfTransfer();
    const ends = await this.wallets.ends(senderId, to.id, currency);
    if (!ends.sender) throw walletMissing(currency);
    if (!ends.recipient) throw notFound('Recipient');

    const sent = new Money(amountMinor, ends.sender.currency);
    const received = await this.credited(sent, ends.recipient);
    const { walletId, accountId } = ends.sender;
    const payer = { ownerId: senderId, accountId, usertag: ends.senderTag };
    const payee = { ownerId: to.id, accountId: ends.recipient.accountId, usertag: to.usertag };
    return new Decision((): Transfer => {
      const transactionId = uuidv7(this.clock.now());
      const fee = transferFee(sent);
      this.unit.record(
        new FundsTransferred(walletId, senderId, 'live', {
          ...{ transactionId, sent, received, fee, note, sender: payer, recipient: payee },
        }),
      );
      const newBalance = this.unit.balanceAfter(accountId);
      return { transactionId, sent, fee, received, recipient: to, newBalance };
    });
  }

  /** What arrives: the amount itself, or its worth at the live rate, rounded down. */
  private async credited(sent: Money, { currency }: WalletAccount): Promise<Money> {
    if (currency === sent.currency) return sent;
    const received = sent.creditedAs(currency, await this.fx.liveRate(sent.currency, currency));
    if (received.isZero) throw convertsToNothing(currency);
    return received;
  }
}
