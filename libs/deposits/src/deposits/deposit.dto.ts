import type { CodeMode } from '@app/charges';
import { Amount, CurrencyCode, Digits, HttpUrl, Matching, Nested, OneOf, Text } from '@app/http';
import type { Currency } from '@app/kernel';

/** Lives as long as its validation: the controller makes a `CardData` of it. */
export class CardDto {
  /** 12 to 19 digits, also in groups. No check digit: the specification's own test cards have none. */
  @Digits(/^\d(?:[ -]?\d){11,18}$/, 'must be 12 to 19 digits')
  number: string;

  @Digits(/^(0?[1-9]|1[0-2])$/, 'must be a month, 01 to 12')
  expiry_month: string;

  @Digits(/^(20)?\d{2}$/, 'must be a year of two or four digits')
  expiry_year: string;

  @Digits(/^\d{3,4}$/, 'must be three or four digits')
  cvv: string;

  @Text({ optional: true, max: 100 })
  name?: string;
}

export class InitDto {
  @Amount()
  amount: number | string;

  @CurrencyCode({ optional: true, description: "Default: that of the account's primary wallet" })
  currency?: Currency;

  @OneOf(['auto', 'gateway', 'checkout'], { optional: true, description: 'auto picks gateway' })
  method?: 'auto' | 'gateway' | 'checkout';

  @HttpUrl({ optional: true, description: 'Where the buyer goes after a bank page or the hosted page' })
  redirect_url?: string;
}

const TX_REF = /^dep_[0-9A-Za-z]{22}(-[1-9]\d{0,5})?$/;

export class ChargeCardDto {
  @Matching(TX_REF, 'must be the tx_ref of a deposit', { optional: true })
  tx_ref?: string;

  @Amount({ optional: true, description: 'Required without tx_ref' })
  amount?: number | string;

  @CurrencyCode({ optional: true })
  currency?: Currency;

  @Nested(CardDto)
  card: CardDto;

  @HttpUrl({ optional: true })
  redirect_url?: string;
}

export class ValidateChargeDto {
  @Matching(/^[\x21-\x7e]{1,128}$/, 'must be the gw_ref of a charge')
  gw_ref: string;

  @Digits(/^\d{3,10}$/, 'must be three to ten digits', { description: 'A card PIN or a one-time password' })
  otp: string;

  @OneOf(['pin', 'otp'], {
    optional: true,
    description: 'The step that the code is for; a code for a step that has passed is not sent',
  })
  auth_mode?: CodeMode;
}

export class VerifyDto {
  @Matching(TX_REF, 'must be the tx_ref of a deposit')
  tx_ref: string;

  @Digits(/^[0-9A-Za-z_-]{1,64}$/, "must be the gateway's id of a transaction", {
    optional: true,
    description:
      'From the return address; without it the latest charge is verified. A dry run refuses one that cannot be of this ' +
      'deposit as far as our own rows tell; of a charge that is not credited only the company knows',
  })
  transaction_id?: string;
}
