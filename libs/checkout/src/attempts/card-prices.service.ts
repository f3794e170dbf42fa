import { Injectable } from '@nestjs/common';
import { FxService } from '@app/fx';
import type { Money } from '@app/kernel';
import type { Price } from './attempt-terms';

/** Cards are charged in this currency, whatever the session's is. */
const CARD_CURRENCY = 'NGN';

interface Priced {
  amount: Money;
  /** The escrow's, on top of the amount. */
  fee: Money;
}

/** What a session costs the card it is paid with. */
@Injectable()
export class CardPricesService {
  constructor(private readonly fx: FxService) {}

  /**
   * Amount and fee, or their price at the rate staff have set, rounded up; null where they have set none, or the price
   * is more than one payment may be.
   */
  async priceOf({ amount, fee }: Priced, isDeposit: boolean): Promise<Price | null> {
    const due = amount.plus(fee);
    // A deposit credits what was charged, in the currency it was charged in.
    if (due.currency === CARD_CURRENCY || isDeposit) return { charge: due, rate: null };
    const rate = await this.fx.checkoutRate(due.currency, CARD_CURRENCY);
    const charge = rate && due.collectedAs(CARD_CURRENCY, rate);
    return charge?.isPayable ? { charge, rate } : null;
  }
}
