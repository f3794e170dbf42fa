import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Currency, Times } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import { WalletAccountsService } from '@app/wallet';
import { type LinkTerms, PaymentLink } from '../payment-link.aggregate';
import { boundsOfFixedAmount, boundsReversed, expiresInPast } from '../payment-link.errors';
import { PaymentLinkRepository } from '../payment-link.repository';

/** The currency is the primary wallet's where absent. */
export type NewLink = Omit<LinkTerms, 'currency'> & { currency?: Currency };

/** Makes a payment link. */
export class CreatePaymentLink extends Command<PaymentLink> {
  constructor(readonly request: NewLink) {
    super();
  }
}

@CommandHandler(CreatePaymentLink)
export class CreatePaymentLinkHandler implements ICommandHandler<CreatePaymentLink> {
  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly wallets: WalletAccountsService,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ request }: CreatePaymentLink): Promise<PaymentLink> {
    const { amountMinor, minMinor, maxMinor, expiresAt, ownerId } = request;
    await this.quotas.requireObject(request);
    const now = await this.times.of(request);
    if (amountMinor !== null && (minMinor !== null || maxMinor !== null)) throw boundsOfFixedAmount();
    if (minMinor !== null && maxMinor !== null && maxMinor < minMinor) throw boundsReversed();
    if (expiresAt !== null && expiresAt <= now) throw expiresInPast();
    const currency = request.currency ?? (await this.wallets.walletFor(ownerId))?.currency ?? 'NGN';
    const link = new PaymentLink({ ...request, currency }, now);
    this.links.add(link);
    return link;
  }
}
