import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { payeeUnavailable, SessionOpeningService, SessionTokensService } from '@app/checkout';
import { type Mode, Times } from '@app/kernel';
import { CollectingService } from '../../collecting.service';
import { isOfPerson } from '../open-link.policy';
import { LinkPlacesService } from '../link-places.service';
import { linkClosed } from '../payment-link.errors';
import { PaymentLinkRepository } from '../payment-link.repository';

const EXPIRES_IN_MINUTES = 1440;

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
    private readonly links: PaymentLinkRepository,
    private readonly opening: SessionOpeningService,
    private readonly sessionTokens: SessionTokensService,
    private readonly directory: UserDirectoryQueries,
    private readonly collecting: CollectingService,
    private readonly places: LinkPlacesService,
    private readonly times: Times,
  ) {}

  async execute({ payment: { code, mode, amountMinor, email } }: OpenLinkPayment): Promise<string> {
    const link = await this.links.byCode(code, mode);
    await this.places.requireUnpaid(link);
    const amount = link.amountOf(amountMinor, await this.times.of(link));
    const payee = await this.directory.standingOf(link.ownerId);
    if (isOfPerson(link, payee)) throw linkClosed();
    if (payee?.frozen !== false) throw payeeUnavailable();
    await this.collecting.require(link);
    const { id: originId, ownerId, appId, title, successUrl, metadata } = link;
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
      expiresInMinutes: EXPIRES_IN_MINUTES,
    });
    return this.sessionTokens.urlOf(session);
  }
}
