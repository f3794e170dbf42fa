import { Injectable } from '@nestjs/common';
import { Fx } from '@app/fx';
import type { Money } from '@app/kernel';

/** Cards are charged in this currency, whatever the session's is. */
const CARD_CURRENCY = 'NGN';

/** What a session costs the card it is paid with. */
@Injectable()
export class CardPrices {
  constructor(private readonly fx: Fx) {}

  /** The amount itself, or its price at the rate staff have set, rounded up; null where they have set none. */
  async of({ amount, purpose }: { amount: Money; purpose: 'payment' | 'deposit' }): Promise<Money | null> {
    // A deposit credits what was charged, in the currency it was charged in.
    if (amount.currency === CARD_CURRENCY || purpose === 'deposit') return amount;
    const rate = await this.fx.checkoutRate(amount.currency, CARD_CURRENCY);
    return rate && amount.collectedAs(CARD_CURRENCY, rate);
  }
}
