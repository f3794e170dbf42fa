import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectory } from '@app/accounts';
import { payeeUnavailable, SessionOpening, SessionTokens } from '@app/checkout';
import { type Mode, Times } from '@app/kernel';
import { PaymentLinks } from '../payment-link.repository';

const EXPIRES_IN_MINUTES = 1440;
/** With `max_uses`, where every open session takes a place. */
const SHORT_MINUTES = 60;

export interface LinkPayment {
  code: string;
  mode: Mode;
  /** Null: the amount of the link. */
  amountMinor: bigint | null;
  /** For the receipt. */
  email: string | null;
}

/** Opens a session that pays a link; gives its address. */
export class OpenLinkPayment extends Command<string> {
  constructor(readonly payment: LinkPayment) {
    super();
  }
}

@CommandHandler(OpenLinkPayment)
export class OpenLinkPaymentHandler implements ICommandHandler<OpenLinkPayment> {
  constructor(
    private readonly links: PaymentLinks,
    private readonly opening: SessionOpening,
    private readonly sessionTokens: SessionTokens,
    private readonly directory: UserDirectory,
    private readonly times: Times,
  ) {}

  async execute({ payment: { code, mode, amountMinor, email } }: OpenLinkPayment): Promise<string> {
    const link = await this.links.byCode(code, mode);
    const amount = link.amountOf(amountMinor, await this.times.of(link));
    if ((await this.directory.standingOf(link.ownerId))?.frozen !== false) throw payeeUnavailable();
    const { id: originId, ownerId, appId, title, successUrl, metadata, maxUses } = link;
    const session = await this.opening.openSession({
      ownerId,
      appId,
      origin: 'link',
      originId,
      mode,
      amount,
      orderRef: code,
      description: title,
      customerEmail: email ?? undefined,
      metadata,
      successUrl,
      expiresInMinutes: maxUses === null ? EXPIRES_IN_MINUTES : SHORT_MINUTES,
    });
    this.links.claimPlace(link);
    return this.sessionTokens.urlOf(session);
  }
}
