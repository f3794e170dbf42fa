import { applyDecorators } from '@nestjs/common';
import { Country } from '@app/accounts';
import { CurrencyCode, Digits, Email, Groups, Int, Normal, normalUpperCase, OneOf, Text } from '@app/http';
import type { Currency } from '@app/kernel';
import { BANK_COUNTRIES, type BankCountry } from './bank-directory.port';

const BANK_CODE = /^[A-Za-z0-9]{2,20}$/;
const BANK_CODE_HINT = 'must be a bank_code of list-banks';

/** A country whose banks are listed, in upper or lower case. */
const ListedCountry = (options: { optional?: boolean } = {}) =>
  applyDecorators(Normal(normalUpperCase), OneOf(BANK_COUNTRIES, options));

export class ListBanksQuery {
  @ListedCountry()
  country: BankCountry;
}

export class ListBranchesQuery extends ListBanksQuery {
  @Groups(BANK_CODE, BANK_CODE_HINT)
  bank_code: string;
}

export class ResolveAccountQuery {
  @Digits(/^\d{10}$/, 'must be 10 digits')
  account_number: string;

  @Groups(BANK_CODE, BANK_CODE_HINT)
  bank_code: string;

  @ListedCountry({ optional: true })
  country?: BankCountry;
}

export class AddBankBody {
  @OneOf(['bank', 'extwallet', 'wire'], { optional: true, description: 'Default bank' })
  type?: 'bank' | 'extwallet' | 'wire';

  @Text({ max: 50, optional: true })
  nickname?: string;

  @CurrencyCode({ optional: true, description: 'Default: that of the country, else NGN' })
  currency?: Currency;

  @Country({ optional: true, description: 'Of the bank; an IBAN contains it' })
  country_code?: string;

  @Text({ max: 100, optional: true, description: 'wire; NGN, GHS, KES and ZAR take the name of the list' })
  bank_name?: string;

  @Groups(BANK_CODE, BANK_CODE_HINT, { optional: true, description: 'NGN, GHS, KES, ZAR' })
  bank_code?: string;

  @Groups(BANK_CODE, 'must be a branch_code of list-branches', { optional: true, description: 'GHS' })
  branch_code?: string;

  @Digits(/^[A-Za-z0-9 -]{4,40}$/, 'must be letters and digits', { optional: true })
  account_number?: string;

  @Text({ max: 100, optional: true, description: 'NGN takes the name that the bank has' })
  account_name?: string;

  @Digits(/^[0-9 -]{6,10}$/, 'must be 6 digits', { optional: true, description: 'GBP' })
  sort_code?: string;

  @Digits(/^\d{9}$/, 'must be 9 digits', { optional: true, description: 'USD' })
  routing_number?: string;

  @OneOf(['checking', 'savings'], { optional: true, description: 'USD' })
  account_type?: 'checking' | 'savings';

  @Groups(/^[A-Za-z0-9]{15,42}$/, 'must be an IBAN', { optional: true, description: 'EUR' })
  iban?: string;

  @Groups(/^[A-Za-z0-9]{8,11}$/, 'must be a BIC of 8 or 11 characters', {
    optional: true,
    description: 'wire, and EUR if known',
  })
  swift?: string;

  @Email({ optional: true, description: 'extwallet' })
  extwallet_email?: string;
}

export class DeleteBankBody {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER })
  id: number;
}
