import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Issuer } from '../../issuer.policy';
import type { PaymentLink } from '../payment-link.aggregate';
import { PaymentLinkRepository } from '../payment-link.repository';

/** Switches a payment link on or off. Sessions that were opened before can still be paid. */
export class UpdatePaymentLink extends Command<PaymentLink> {
  constructor(
    readonly issuer: Issuer,
    readonly id: string,
    readonly active: boolean,
  ) {
    super();
  }
}

@CommandHandler(UpdatePaymentLink)
export class UpdatePaymentLinkHandler implements ICommandHandler<UpdatePaymentLink> {
  constructor(private readonly links: PaymentLinkRepository) {}

  async execute({ issuer, id, active }: UpdatePaymentLink): Promise<PaymentLink> {
    const link = await this.links.ofIssuer(issuer, id);
    link.setActive(active);
    this.links.save(link);
    return link;
  }
}
