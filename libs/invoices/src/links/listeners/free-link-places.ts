import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CheckoutSessionExpired } from '@app/checkout';
import { InTransaction } from '@app/write-path';
import { PaymentLinks } from '../payment-link.repository';

/** Frees the place of a payment link in the commit in which its session expires. */
@EventsHandler(CheckoutSessionExpired)
@InTransaction()
export class FreeLinkPlaces implements IEventHandler<CheckoutSessionExpired> {
  constructor(private readonly links: PaymentLinks) {}

  handle({ data: { origin, originId } }: CheckoutSessionExpired): void {
    if (origin === 'link') this.links.freePlace(originId!);
  }
}
