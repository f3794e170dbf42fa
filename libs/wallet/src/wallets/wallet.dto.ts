import type { RecipientType } from '@app/accounts';
import {
  Amount,
  Code,
  Compiled,
  CurrencyCode,
  DigitsOrText,
  Email,
  Instant,
  Lines,
  Matching,
  OneOf,
  Pin,
  Uuid,
} from '@app/http';
import type { Currency } from '@app/kernel';

export class WalletQuery {
  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;
}

export class BalanceQuery extends WalletQuery {
  @Instant({ optional: true, description: 'Answers how the wallet stood then' })
  at?: string;
}

export class StatementQuery extends WalletQuery {
  @Matching(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month (YYYY-MM)')
  month: string;
}

export class CreateWalletBody {
  @CurrencyCode()
  currency: Currency;
}

export class SetPrimaryBody {
  @Uuid()
  wallet_id: string;
}

export class RequestPaymentBody {
  @DigitsOrText({ max: 254, description: 'User tag, e-mail address or phone number' })
  recipient: string;

  @OneOf(['usertag', 'email', 'phone'], { optional: true, description: 'Inferred where absent' })
  recipient_type?: RecipientType;

  @Amount()
  amount: number | string;

  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;

  @Lines({ optional: true })
  note?: string;
}

@Compiled()
export class TransferBody extends RequestPaymentBody {
  @Pin()
  pin?: string;
}

/** One of the four; `usertag` and `q` take each of the three. */
export class LookupQuery {
  @Code({ optional: true, max: 254, description: 'User tag, e-mail address or phone number' })
  usertag?: string;

  @Email({ optional: true })
  email?: string;

  @Code({ optional: true, max: 30 })
  phone?: string;

  @Code({ optional: true, max: 254 })
  q?: string;
}
