import { Amount, CurrencyCode, DigitsOrText, Lines, Pin, Rows, Text, Uuid } from '@app/http';
import type { Currency } from '@app/kernel';

const MAX_RECIPIENTS = 1000;

class PayrollRow {
  @DigitsOrText({ max: 254, description: 'User tag, e-mail address or phone number' })
  recipient: string;

  @Amount({ description: 'Major units, in the currency of the batch' })
  amount: number | string;

  @Lines({ optional: true, description: 'Shown in both histories; the name of the batch where absent' })
  note?: string;
}

export class CreatePayrollBody {
  @Text({ optional: true })
  batch_name?: string;

  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;

  @Rows(PayrollRow, {
    min: 1,
    max: MAX_RECIPIENTS,
    description: 'Each recipient once; all are paid, or none',
  })
  recipients: PayrollRow[];

  @Pin()
  pin?: string;
}

export class PayrollQuery {
  @Uuid({ optional: true, description: 'The batch, as create returned it; required, unless id is given' })
  batch_id?: string;

  @Uuid({ optional: true, description: 'The same as batch_id' })
  id?: string;
}
