import type { Language } from '@app/accounts';
import { minorToText } from '@app/kernel';
import { currencyDisplay } from '@app/pages';
import type { StoredMoney } from '@app/write-path';

/** Formats an amount for readers of the language, e.g. "₦5,000.00" or "5 000,00 ₦". */
export function formatMoney({ minor, currency }: StoredMoney, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: currencyDisplay(currency),
  });
  // Decimal text keeps every digit; a number would not.
  return format.format(minorToText(BigInt(minor)) as Intl.StringNumericLiteral);
}

/** Formats an ISO 8601 instant in UTC, because the time zone of the reader is not known. */
export function formatInstant(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(Date.parse(iso))} UTC`;
}

/** Formats a day that is given as `YYYY-MM-DD`. */
export function formatDay(text: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(text));
}
