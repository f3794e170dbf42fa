import { type Currency, invalid } from '@app/kernel';
import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import type { BankDestination, PayoutDestination } from '../providers/payout-provider.port';
import { isRoutingNumber, paddedAccountNumber } from './account-number.policy';
import type { BankCountry } from './bank-directory.port';

/** The body of add-bank. */
export interface AccountForm {
  type?: 'bank' | 'extwallet' | 'wire';
  nickname?: string;
  currency?: Currency;
  country_code?: string;
  bank_name?: string;
  bank_code?: string;
  branch_code?: string;
  account_number?: string;
  account_name?: string;
  sort_code?: string;
  routing_number?: string;
  account_type?: 'checking' | 'savings';
  iban?: string;
  swift?: string;
  extwallet_email?: string;
}

/** An account for wires, which can be saved only. */
export interface WireDetails {
  bankName: string;
  accountNumber: string;
  swift: string;
}

interface AccountBase {
  currency: Currency;
  country: string;
  nickname: string | null;
  bankName: string | null;
}

/** A form whose fields fit together. A `listed` account still needs its bank, and its holder's name if that is null. */
export type ParsedAccount = AccountBase &
  (
    | { kind: 'listed'; country: BankCountry; account: ListedAccount }
    | { kind: 'ready'; destination: PayoutDestination }
    | { kind: 'wire'; accountName: string; wire: WireDetails }
  );

export interface ListedAccount {
  bankCode: string;
  branchCode: string | null;
  accountNumber: string;
  accountName: string | null;
}

const LOCAL = { NGN: 'NG', GHS: 'GH', KES: 'KE', ZAR: 'ZA' } as const satisfies Record<string, BankCountry>;
type LocalCurrency = keyof typeof LOCAL;

/** The country whose listed banks are paid in this currency; null: there is none. */
export function listedCountryOf(currency: Currency): BankCountry | null {
  return currency in LOCAL ? LOCAL[currency as LocalCurrency] : null;
}

const COUNTRY_OF: Partial<Record<Currency, string>> = { ...LOCAL, GBP: 'GB', USD: 'US' };
/** In which external wallets are paid. */
const WALLET_CURRENCIES: readonly Currency[] = ['USD', 'GBP', 'EUR', 'CAD'];
const CURRENCY_OF: Readonly<Record<string, Currency>> = {
  NG: 'NGN',
  GH: 'GHS',
  KE: 'KES',
  ZA: 'ZAR',
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
};

/** Reads the form by its type and currency. Throws VALIDATION_ERROR for the first field that does not fit. */
export function parseAccount(form: AccountForm): ParsedAccount {
  const currency = form.currency ?? currencyOf(form);
  const base = { currency, nickname: form.nickname ?? null, bankName: form.bank_name ?? null };
  switch (form.type ?? 'bank') {
    case 'extwallet':
      return {
        ...base,
        ...walletOf(form, currency),
        country: form.country_code ?? COUNTRY_OF[currency] ?? 'US',
      };
    case 'wire':
      return { ...base, ...wireOf(form) };
    case 'bank':
      return bankOf(form, base);
  }
}

function bankOf(form: AccountForm, base: Omit<AccountBase, 'country'>): ParsedAccount {
  const { currency } = base;
  switch (currency) {
    case 'NGN':
    case 'GHS':
    case 'KES':
    case 'ZAR':
      return { ...base, ...listedOf(form, currency) };
    case 'GBP':
      return { ...base, country: 'GB', kind: 'ready', destination: sortCodeAccount(form) };
    case 'USD':
      return { ...base, country: 'US', kind: 'ready', destination: abaAccount(form) };
    case 'EUR': {
      const destination = ibanAccount(form);
      return { ...base, country: destination.country, kind: 'ready', destination };
    }
    case 'CAD':
      throw invalid('currency', 'There are no bank payouts in CAD; save an account of type extwallet.');
  }
}

function listedOf(form: AccountForm, currency: LocalCurrency) {
  const country = LOCAL[currency];
  assertCountry(form, country);
  const accountNumber = required(form, 'account_number');
  const pattern = country === 'NG' ? /^\d{10}$/ : /^\d{5,20}$/;
  if (!pattern.test(accountNumber))
    throw invalid(
      'account_number',
      `account_number must have ${country === 'NG' ? '10' : '5 to 20'} digits in ${country}.`,
    );
  const account = {
    bankCode: required(form, 'bank_code'),
    branchCode: country === 'GH' ? required(form, 'branch_code') : null,
    accountNumber,
    accountName: country === 'NG' ? (form.account_name ?? null) : required(form, 'account_name'),
  };
  return { kind: 'listed' as const, country, account };
}

function sortCodeAccount(form: AccountForm): BankDestination {
  assertCountry(form, 'GB');
  const sortCode = required(form, 'sort_code').replace(/[ -]/g, '');
  if (!/^\d{6}$/.test(sortCode)) throw invalid('sort_code', 'sort_code must have 6 digits.');
  const digits = required(form, 'account_number');
  if (!/^\d{6,8}$/.test(digits)) throw invalid('account_number', 'account_number must have 8 digits in GB.');
  return {
    method: 'bank',
    scheme: 'sort_code',
    country: 'GB',
    currency: 'GBP',
    sortCode,
    accountNumber: paddedAccountNumber(digits),
    accountName: required(form, 'account_name'),
  };
}

function abaAccount(form: AccountForm): BankDestination {
  assertCountry(form, 'US');
  const routingNumber = required(form, 'routing_number');
  if (!isRoutingNumber(routingNumber))
    throw invalid('routing_number', 'routing_number must be a valid ABA routing number of 9 digits.');
  const accountNumber = required(form, 'account_number');
  if (!/^\d{4,17}$/.test(accountNumber))
    throw invalid('account_number', 'account_number must have 4 to 17 digits in US.');
  const accountType = required(form, 'account_type') as 'checking' | 'savings';
  return {
    method: 'bank',
    scheme: 'aba',
    country: 'US',
    currency: 'USD',
    routingNumber,
    accountNumber,
    accountType,
    accountName: required(form, 'account_name'),
  };
}

function ibanAccount(form: AccountForm): BankDestination & { scheme: 'iban' } {
  const iban = electronicFormatIBAN(required(form, 'iban')) ?? '';
  if (!isValidIBAN(iban)) throw invalid('iban', 'iban must be a valid IBAN.');
  const country = iban.slice(0, 2);
  if (!isSEPACountry(country)) throw invalid('iban', 'iban must be of a country in the euro payments area.');
  assertCountry(form, country);
  const bic = form.swift === undefined ? null : bicOf(form.swift);
  const accountName = required(form, 'account_name');
  return { method: 'bank', scheme: 'iban', country, currency: 'EUR', iban, bic, accountName };
}

function walletOf(form: AccountForm, currency: Currency) {
  if (!WALLET_CURRENCIES.includes(currency))
    throw invalid('currency', `currency must be ${WALLET_CURRENCIES.join(', ')} for an external wallet.`);
  const email = required(form, 'extwallet_email');
  return { kind: 'ready' as const, destination: { method: 'extwallet' as const, email } };
}

function wireOf(form: AccountForm) {
  const swift = bicOf(required(form, 'swift'));
  const accountNumber = (form.iban ?? required(form, 'account_number')).replace(/[ -]/g, '').toUpperCase();
  if (!/^[A-Z0-9]{4,34}$/.test(accountNumber))
    throw invalid('account_number', 'account_number must have 4 to 34 letters and digits.');
  if (form.iban !== undefined && !isValidIBAN(accountNumber))
    throw invalid('iban', 'iban must be a valid IBAN.');
  const wire = { bankName: required(form, 'bank_name'), accountNumber, swift };
  const country = form.country_code ?? swift.slice(4, 6);
  return { kind: 'wire' as const, country, accountName: required(form, 'account_name'), wire };
}

function bicOf(text: string): string {
  const bic = text.toUpperCase();
  if (!isValidBIC(bic)) throw invalid('swift', 'swift must be a BIC of 8 or 11 characters.');
  return bic;
}

/** The country decides; without one, the field that only one currency has. */
function currencyOf(form: AccountForm): Currency {
  const { country_code: country } = form;
  if (form.iban !== undefined) return 'EUR';
  if (country === undefined) return form.type === 'extwallet' ? 'USD' : 'NGN';
  const currency = CURRENCY_OF[country] ?? (isSEPACountry(country) ? 'EUR' : undefined);
  if (!currency) throw invalid('currency', 'currency is required for this country.');
  return currency;
}

function assertCountry({ country_code: given }: AccountForm, country: string): void {
  if (given !== undefined && given !== country)
    throw invalid('country_code', `country_code must be ${country} for this account.`);
}

function required(form: AccountForm, field: keyof AccountForm): string {
  const value = form[field];
  if (value === undefined) throw invalid(field, `${field} is required for this account.`);
  return value;
}
