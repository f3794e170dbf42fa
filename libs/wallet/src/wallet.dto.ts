import type { RecipientType } from '@app/accounts';
import { Amount, CurrencyCode, Email, OneOf, Pin, Text, Usertag, Uuid } from '@app/http';
import type { Currency } from '@app/kernel';

export class WalletQuery {
  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;
}

export class CreateWalletBody {
  @CurrencyCode()
  currency: Currency;
}

export class SetPrimaryBody {
  @Uuid()
  wallet_id: string;
}

export class TransferBody {
  @Text({ max: 254, description: 'User tag, e-mail address or phone number' })
  recipient: string;

  @OneOf(['usertag', 'email', 'phone'], { optional: true, description: 'Inferred where absent' })
  recipient_type?: RecipientType;

  @Amount()
  amount: number | string;

  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;

  @Text({ optional: true })
  note?: string;

  @Pin()
  pin?: string;
}

/** One of the four; `q` is any of the other three. */
export class LookupQuery {
  @Usertag({ optional: true })
  usertag?: string;

  @Email({ optional: true })
  email?: string;

  @Text({ optional: true, max: 30 })
  phone?: string;

  @Text({ optional: true, max: 254 })
  q?: string;
}
