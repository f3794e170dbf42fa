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

/** A live rate moved further than allowed and no second source confirmed it: it is not served until staff accept it. */
export class LiveRateHeld extends DomainEvent<{
  currency: Currency;
  /** Units for one US dollar. */
  rate: string;
  inForce: string;
  source: string;
}> {
  static override readonly type = 'fx.live-rate-held';
}

/** A checkout rate differs from the live rate by more than allowed. Checkout does not use it until this ends. */
export class CheckoutRateDrifted extends DomainEvent<{
  driftId: string;
  base: Currency;
  quote: Currency;
  rate: string;
  live: string;
}> {
  static override readonly type = 'fx.checkout-rate-drifted';
}
