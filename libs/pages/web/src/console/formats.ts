import { currencyDisplay } from '../../../src/currency-display';
import { format } from './texts';

export const percent = (value: number): string =>
  new Intl.NumberFormat(format, { style: 'percent', maximumFractionDigits: 1 }).format(value);

/** An amount with its symbol. Decimal text keeps every digit. */
export function money(amount: number | string, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  return new Intl.NumberFormat(format, style).format(amount as number);
}

/** A rate with seven digits that count. */
export const rateText = (rate: string): string =>
  new Intl.NumberFormat(format, { maximumSignificantDigits: 7 }).format(Number(rate));

/** An amount for the axis of a chart, e.g. "₦1.2M". */
export function shortMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  return new Intl.NumberFormat(format, { ...style, notation: 'compact', maximumFractionDigits: 1 }).format(
    amount,
  );
}

export function clock(iso: string): string {
  const style = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat(format, style).format(new Date(iso));
}

/** A day, given as an instant or as `YYYY-MM-DD`, which has no time zone. */
export function day(iso: string, style: 'medium' | 'full' = 'medium'): string {
  const isBare = iso.length === 10;
  return new Intl.DateTimeFormat(format, { dateStyle: style, ...(isBare && { timeZone: 'UTC' }) }).format(
    new Date(iso),
  );
}

/** The name of a country or currency in the language of the page. */
export function nameOf(type: 'region' | 'currency', code: string): string {
  return new Intl.DisplayNames(format, { type }).of(code) ?? code;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The distance of a time from now in words: "3 hours ago", "in 2 days". */
export function distance(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(format, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

const HOUR_MS = 3_600_000;

/** The distance of a deadline: in hours up to three days, since "tomorrow" would also stand for 47 hours. */
export function due(iso: string, now = Date.now()): string {
  const hours = Math.trunc((Date.parse(iso) - now) / HOUR_MS);
  if (hours === 0 || Math.abs(hours) >= 72) return distance(iso, now);
  return new Intl.RelativeTimeFormat(format, { numeric: 'always' }).format(hours, 'hour');
}
