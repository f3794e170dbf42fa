import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type { DirectoryEntry } from '@app/accounts';
import { type BalanceAfter, Prepared, UnitOfWork } from '@app/write-path';
import { Fx } from '@app/fx';
import { Clock, type Currency, Money, notFound, type Rate, uuidv7 } from '@app/kernel';
import { FundsTransferred } from '@app/ledger';
import { transferFee } from './transfer-fee.policy';
import { type Destination, TransferParties } from './transfer-parties.service';
import { convertsToNothing, selfTransfer, walletMissing } from '../wallet.errors';

export interface TransferRequest {
  senderId: string;
  to: Destination;
  amountMinor: bigint;
  /** The sender's primary wallet where absent. */
  currency: Currency | undefined;
  note: string | null;
  /** The payment request it pays; null where nobody asked for it. */
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

/** The rules of a transfer, whoever's idea it was. */
@Injectable()
export class Transfers {
  constructor(
    private readonly parties: TransferParties,
    private readonly fx: Fx,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Reads all that the transfer needs; deciding records it in the current unit of work, and waits for nothing. */
  async prepare({ senderId, to: destination, amountMinor, currency, note, requestId }: TransferRequest) {
    const ends = await this.parties.find(senderId, destination, currency ?? null);
    const { senderTag, from, recipient: to } = ends;
    if (!to) throw notFound('Recipient');
    if (to.id === senderId) throw selfTransfer();
    if (!from) throw walletMissing(currency);
    if (!ends.to) throw notFound('Recipient');

    const sent = new Money(amountMinor, from.currency);
    const { received, rate } = await this.credited(sent, ends.to.currency);
    const payer = { ownerId: senderId, accountId: from.accountId, usertag: senderTag };
    const payee = { ownerId: to.id, accountId: ends.to.accountId, usertag: to.usertag };
    return new Prepared((): Transfer => {
      const transactionId = uuidv7(this.clock.now());
      const fee = transferFee(sent);
      this.eventBus.publish(
        new FundsTransferred(from.walletId, senderId, 'live', {
          ...{ transactionId, sent, received, fee, note, requestId, sender: payer, recipient: payee },
        }),
      );
      const newBalance = this.unit.balanceAfter(from.accountId);
      return { transactionId, sent, fee, received, rate, recipient: to, newBalance };
    });
  }

  /** What arrives: the amount itself, or its worth at the live rate, rounded down. */
  private async credited(sent: Money, currency: Currency): Promise<Pick<Transfer, 'received' | 'rate'>> {
    if (currency === sent.currency) return { received: sent, rate: null };
    const rate = await this.fx.liveRate(sent.currency, currency);
    const received = sent.creditedAs(currency, rate);
    if (received.isZero) throw convertsToNothing(currency);
    return { received, rate };
  }
}
