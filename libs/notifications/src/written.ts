import type { Language } from '@app/accounts';
import type { Currency } from '@app/kernel';
import { minorToText } from '@app/kernel';

/** Money as events and queued mails hold it. */
export interface StoredMoney {
  minor: string;
  currency: Currency;
}

/** An amount as people of that language write it, e.g. "₦5,000.00" or "5 000,00 ₦". */
export function writtenMoney({ minor, currency }: StoredMoney, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    // The short sign of both is "$"; one of the two has to say which it is.
    currencyDisplay: currency === 'CAD' ? 'symbol' : 'narrowSymbol',
  });
  // Decimal text keeps every digit; a number would not.
  return format.format(minorToText(BigInt(minor)) as Intl.StringNumericLiteral);
}

/** A moment, in UTC: nobody told us where the reader is. */
export function writtenTime(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(Date.parse(iso))} UTC`;
}
