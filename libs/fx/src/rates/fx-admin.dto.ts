import { CurrencyCode, Int, Lines, RateValue } from '@app/http';
import type { Currency } from '@app/kernel';

export class SetRateBody {
  @CurrencyCode()
  base: Currency;

  @CurrencyCode()
  quote: Currency;

  @RateValue({ description: 'Units of quote for one of base' })
  rate: number | string;

  @RateValue({
    optional: true,
    description: 'The rate in force as rates shows it: the action is refused where it is another one by now',
  })
  replaces?: number | string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

export class AcceptRateBody {
  @CurrencyCode({ description: 'The currency whose rate per US dollar is held' })
  currency: Currency;

  @RateValue({
    description: 'The held rate as rates shows it: refused where the held one is more than 2 % from it',
  })
  rate: number | string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

export class SetSpreadBody {
  @CurrencyCode()
  base: Currency;

  @CurrencyCode()
  quote: Currency;

  @Int({ min: 0, max: 1000, description: 'Hundredths of a percent that customers get less, both ways' })
  basis_points: number;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
