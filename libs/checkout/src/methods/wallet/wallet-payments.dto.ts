import { Amount, CurrencyCode, Email, Pin, TypedCode, Verbatim } from '@app/http';
import type { Currency } from '@app/kernel';
import { SessionBody } from '../../sessions/sessions.dto';

const WalletCurrency = () =>
  CurrencyCode({
    optional: true,
    description:
      "Which wallet pays; absent: the session currency's where it holds enough, else the primary one",
  });

export class PayWalletBody extends SessionBody {
  @Pin({
    optional: false,
    description: "The buyer's transaction PIN; in the sandbox 1234 pays, 0000 is short",
  })
  pin: string;

  @WalletCurrency()
  currency?: Currency;

  @Amount({
    optional: true,
    description:
      'The amount of the quote the buyer confirmed; where it has changed, 409 and nothing is taken',
  })
  quoted_amount?: unknown;
}

export class WalletQuoteBody extends SessionBody {
  @WalletCurrency()
  currency?: Currency;
}

export class WalletLoginBody extends SessionBody {
  @Email()
  email: string;

  @Verbatim(/^[^]{1,128}$/, 'must be 1 to 128 characters')
  password: string;

  @TypedCode({
    optional: true,
    max: 20,
    description: "The authenticator's code, where the account has one",
  })
  totp_code?: string;
}
