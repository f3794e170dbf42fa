import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Issuer } from '../../issuer.policy';
import type { PaymentLink } from '../payment-link.aggregate';
import { nothingToChange } from '../payment-link.errors';
import { PaymentLinkRepository } from '../payment-link.repository';

export interface LinkChanges {
  active?: boolean;
  suggestedMinor?: readonly bigint[];
}

/** Switches a payment link on or off, or changes what it suggests. Sessions that were opened before can still be paid. */
export class UpdatePaymentLink extends Command<PaymentLink> {
  constructor(
    readonly issuer: Issuer,
    readonly id: string,
    readonly changes: LinkChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdatePaymentLink)
export class UpdatePaymentLinkHandler implements ICommandHandler<UpdatePaymentLink> {
  constructor(private readonly links: PaymentLinkRepository) {}

  async execute({ issuer, id, changes }: UpdatePaymentLink): Promise<PaymentLink> {
    const link = await this.links.ofIssuer(issuer, id);
    const { active, suggestedMinor } = changes;
    if (active === undefined && suggestedMinor === undefined) throw nothingToChange();
    if (active !== undefined) link.setActive(active);
    if (suggestedMinor) link.suggest(suggestedMinor);
    this.links.save(link);
    return link;
  }
}
