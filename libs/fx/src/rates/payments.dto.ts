import { Amount, CurrencyCode } from '@app/http';
import type { Currency } from '@app/kernel';

export class FxRatesQuery {
  @CurrencyCode({ optional: true, description: 'USD where absent' })
  base?: Currency;
}

export class FxConvertBody {
  @CurrencyCode()
  from: Currency;

  @CurrencyCode()
  to: Currency;

  @Amount()
  amount: number | string;
}
