import { currencyDisplay } from '../../../src/currency-display';
import type developers from '../../../src/locales/console/developers/en.json';
import type golive from '../../../src/locales/console/golive/en.json';
import type home from '../../../src/locales/console/home/en.json';
import type payments from '../../../src/locales/console/payments/en.json';
import type register from '../../../src/locales/console/register/en.json';
import type settings from '../../../src/locales/console/settings/en.json';
import type webhooks from '../../../src/locales/console/webhooks/en.json';
import type shell from '../../../src/locales/console/en.json';

/** Areas of the console with texts of their own, which load with their first screen. */
interface Areas {
  developers: typeof developers;
  golive: typeof golive;
  home: typeof home;
  payments: typeof payments;
  register: typeof register;
  settings: typeof settings;
  webhooks: typeof webhooks;
}
export type Area = keyof Areas;
type Names<T> = T extends unknown ? keyof T : never;
export type TextName = keyof typeof shell | Names<Areas[Area]>;

const texts: Record<string, string> = {};
let language = 'en';
let format = 'en';

type File = { default: Record<string, string> };

/** The texts of the shell. One chunk for each language and area: the console loads those that it shows. */
export async function loadTexts(lang: string): Promise<void> {
  language = lang;
  Object.assign(texts, ((await import(`../../../src/locales/console/${lang}.json`)) as File).default);
  // Readers see dates and numbers as in their country: `en` alone would give American dates to British readers.
  const own = globalThis.navigator?.language ?? lang;
  format = own.split('-')[0] === lang ? own : lang;
}

export async function loadArea(area: Area): Promise<void> {
  const file = (await import(`../../../src/locales/console/${area}/${language}.json`)) as File;
  Object.assign(texts, file.default);
}

type Values = Record<string, string | number>;

/** The text of this name, with its `{…}` replaced by the values. */
export function t(name: TextName, values: Values = {}): string {
  return texts[name]!.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}

/** The text of a name that is put together at run time; the name's last part in words where it has none. */
export function label(kind: string, what: string): string {
  const name = `${kind}.${what}`;
  return texts[name] ?? what.replace(/[_-]+/g, ' ');
}

/** The text `<name>.one` or `<name>.other`, by the count, which is `{count}`. */
export function counted(name: string, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(format).select(count) === 'one' ? 'one' : 'other';
  return t(`${name}.${form}` as TextName, { count: number(count), ...values });
}

export const number = (value: number): string => new Intl.NumberFormat(format).format(value);

export const percent = (value: number): string =>
  new Intl.NumberFormat(format, { style: 'percent', maximumFractionDigits: 1 }).format(value);

/** An amount with its symbol. Decimal text keeps every digit. */
export function money(amount: number | string, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  return new Intl.NumberFormat(format, style).format(amount as number);
}

/** An amount for the axis of a chart, e.g. "₦1.2M". */
export function shortMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  return new Intl.NumberFormat(format, { ...style, notation: 'compact', maximumFractionDigits: 1 }).format(
    amount,
  );
}

/** In the reader's time zone; with the year where it is another than this one. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(format, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);
}

/** The full time with its zone, for titles. */
export function fullMoment(iso: string): string {
  return new Intl.DateTimeFormat(format, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
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
