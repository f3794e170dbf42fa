import { type Currency, DomainEvent } from '@app/kernel';

/** Staff set the rate checkout converts at. */
export class CheckoutRateSet extends DomainEvent<{
  base: Currency;
  quote: Currency;
  rate: string;
  setBy: string;
}> {
  static override readonly type = 'fx.checkout-rate-set';
}
