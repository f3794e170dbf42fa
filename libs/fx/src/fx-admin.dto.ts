import { CurrencyCode, RateValue, Text } from '@app/http';
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

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
