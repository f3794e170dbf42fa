import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type DirectoryEntry,
  RecipientsService,
  type RecipientType,
  UserDirectoryQueries,
} from '@app/accounts';
import { Clock, type Currency, Money, notFound } from '@app/kernel';
import { selfRequest } from '../payment-request.errors';
import { PaymentRequest } from '../payment-request.aggregate';
import { PaymentRequestRepository } from '../payment-request.repository';
import { RequestLimitsService } from '../request-limits.service';
import { WalletAccountsService } from '../../wallets/wallet-accounts.service';
import { walletMissing } from '../../wallets/wallet.errors';

export interface MadeRequest {
  request: PaymentRequest;
  asked: DirectoryEntry;
}

/** Asks another account for money. No money moves until it pays. */
export class RequestPayment extends Command<MadeRequest> {
  constructor(
    readonly askerId: string,
    readonly recipient: { text: string; type?: RecipientType },
    readonly amountMinor: bigint,
    /** That of the asker's primary wallet where absent. */
    readonly currency: Currency | undefined,
    readonly note: string | null,
  ) {
    super();
  }
}

@CommandHandler(RequestPayment)
export class RequestPaymentHandler implements ICommandHandler<RequestPayment> {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly directory: UserDirectoryQueries,
    private readonly wallets: WalletAccountsService,
    private readonly requests: PaymentRequestRepository,
    private readonly limits: RequestLimitsService,
    private readonly clock: Clock,
  ) {}

  async execute(command: RequestPayment): Promise<MadeRequest> {
    const { askerId, recipient, amountMinor, note } = command;
    const asked = await this.recipients.find(askerId, recipient.text, recipient.type);
    if (!asked) throw notFound('Recipient');
    if (asked.id === askerId) throw selfRequest();
    const asker = (await this.directory.byId(askerId))!;
    const currency = command.currency ?? (await this.wallets.walletFor(askerId))?.currency;
    if (!currency) throw walletMissing(undefined);

    const now = this.clock.now();
    await this.limits.check(askerId, asked.id, now);
    const id = await this.requests.nextId();
    const amount = new Money(amountMinor, currency);
    const request = PaymentRequest.make({ id, askerId, askedId: asked.id, note }, amount, asker.usertag, now);
    this.requests.add(request);
    return { request, asked };
  }
}
