import { Injectable } from '@nestjs/common';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { type DirectoryEntry, RecipientsService, type RecipientType } from '@app/accounts';
import { type BalanceAfter, Prepared, PreparedCommand, UnitOfWork } from '@app/write-path';
import { FxService } from '@app/fx';
import { Clock, type Currency, Money, notFound, Rate, uuidv7 } from '@app/kernel';
import { FundsTransferred } from '../../money/wallet.money';
import { type Destination, TransferPartiesService } from '../transfer-parties.service';
import { convertsToNothing, selfTransfer, walletMissing } from '../../wallets/wallet.errors';

/** Transfer fee of the specification: 0.1 %, on top of the amount. */
const TRANSFER_FEE = Rate.fromFraction(1n, 1000n);

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

export interface TransferRequest {
  senderId: string;
  to: Destination;
  amountMinor: bigint;
  /** The sender's primary wallet where absent. */
  currency: Currency | undefined;
  note: string | null;
  /** The payment request that the transfer pays; null where it pays none. */
  requestId: string | null;
}

export interface Transfer {
  transactionId: string;
  sent: Money;
  fee: Money;
  received: Money;
  /** Null where nothing was converted. */
  rate: Rate | null;
  recipient: DirectoryEntry;
  newBalance: BalanceAfter;
}

/** The rules of a transfer, for every use case that makes one. Whether the funds suffice is decided by the ledger. */
@Injectable()
export class Transfers {
  constructor(
    private readonly parties: TransferPartiesService,
    private readonly fx: FxService,
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Reads all that the transfer needs; applying records it in the current unit of work and reads nothing more. */
  async prepare(request: TransferRequest): Promise<Prepared<Transfer>> {
    const { senderId, amountMinor, currency, note, requestId } = request;
    const parties = await this.parties.find(senderId, request.to, currency ?? null);
    const { senderTag, from, recipient, to } = parties;
    if (!recipient) throw notFound('Recipient');
    if (recipient.id === senderId) throw selfTransfer();
    if (!from) throw walletMissing(currency);
    if (!to) throw notFound('Recipient');

    const sent = new Money(amountMinor, from.currency);
    const fee = transferFee(sent);
    const { received, rate } = await this.credited(sent, to.currency);
    return new Prepared((): Transfer => {
      const transactionId = uuidv7(this.clock.now());
      this.eventBus.publish(
        new FundsTransferred(from.walletId, senderId, 'live', {
          transactionId,
          sent,
          received,
          fee,
          note,
          requestId,
          sender: { ownerId: senderId, accountId: from.accountId, usertag: senderTag },
          recipient: { ownerId: recipient.id, accountId: to.accountId, usertag: recipient.usertag },
        }),
      );
      const newBalance = this.unit.balanceAfter(from.accountId);
      return { transactionId, sent, fee, received, rate, recipient, newBalance };
    });
  }

  /** What arrives: the amount itself, or its worth at the customer rate, rounded down. */
  private async credited(sent: Money, currency: Currency): Promise<Pick<Transfer, 'received' | 'rate'>> {
    if (currency === sent.currency) return { received: sent, rate: null };
    const rate = await this.fx.customerRate(sent.currency, currency);
    const received = sent.creditedAs(currency, rate);
    if (received.isZero) throw convertsToNothing(currency);
    return { received, rate };
  }
}

@CommandHandler(TransferFunds)
export class TransferFundsHandler implements ICommandHandler<TransferFunds> {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly transfers: Transfers,
  ) {}

  async execute(command: TransferFunds): Promise<Prepared<Transfer>> {
    const { senderId, recipient, amountMinor, currency, note } = command;
    const to = await this.recipients.identify(senderId, recipient.text, recipient.type);
    if (!to) throw notFound('Recipient');
    return this.transfers.prepare({ senderId, to, amountMinor, currency, note, requestId: null });
  }
}

/** Rounded up to the smallest unit, so that splitting an amount never saves a fee. */
export function transferFee(amount: Money): Money {
  return new Money(TRANSFER_FEE.times(amount.minor, 'up'), amount.currency);
}
