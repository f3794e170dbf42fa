import { currencyDisplay } from '../../../src/currency-display';
import type en from '../../../src/locales/pay/en.json';
import type { Sum } from './wire';

export type TextName = keyof typeof en;
type Texts = Record<TextName, string>;

/** One chunk each: a page loads the texts of one language only. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => import('../../../src/locales/pay/en.json'),
  fr: () => import('../../../src/locales/pay/fr.json'),
};

let texts: Texts;
let language = 'en';

export async function loadTexts(lang: string): Promise<void> {
  const load = LANGUAGES[lang] ?? LANGUAGES.en!;
  texts = (await load()).default;
  language = lang;
}

/** The text of this name, with its `{…}` replaced by the values. */
export function t(name: TextName, values: Record<string, string | number> = {}): string {
  return texts[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}

/** An error code or a decline reason in the language of the page; null where it has no text. */
export function translated(kind: 'error' | 'reason', what: string): string | null {
  const name = `${kind}.${what.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
  return name in texts ? texts[name as TextName] : null;
}

/** An amount with its symbol, for display only. */
export function money({ amount, currency }: Sum): string {
  const format = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  return new Intl.NumberFormat(language, format).format(amount);
}

/** An exchange rate with the sign of the currency that it gives, e.g. "131.48 ₦". */
export function rateText(rate: number, currency: string): string {
  const format = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  const parts = new Intl.NumberFormat(language, format).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')!.value;
  const digits = { maximumFractionDigits: rate < 1 ? 6 : 2 };
  return `${new Intl.NumberFormat(language, digits).format(rate)}\u00a0${sign}`;
}

/** In the buyer's own time zone, which is named. */
export function moment(iso: string): string {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(language, { ...date, ...time }).format(new Date(iso));
}

const HOUR = 3600;
const SECONDS_BELOW = 120;

interface Limit {
  end: string;
  now: number;
  /** Of the sentence that names the end as `{time}`. */
  until: TextName;
  /** Of the sentence that names what is left as `{time}`. */
  left: TextName;
}

/** A time limit in words: its end while that is more than an hour away, then the minutes and at last the seconds left. */
export function limit({ end, now, until, left }: Limit): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(end) - now) / 1000));
  if (seconds > HOUR) return t(until, { time: ending(end, now) });
  return t(left, {
    time:
      seconds < SECONDS_BELOW ? amountOf(seconds, 'second') : amountOf(Math.floor(seconds / 60), 'minute'),
  });
}

/** "7 days" in the language of the page. */
export function amountOf(count: number, unit: 'second' | 'minute' | 'day'): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** "tomorrow, 11:27 PM" in the buyer's own time zone. */
export function ending(iso: string, nowMs: number): string {
  const [end, now] = [new Date(iso), new Date(nowMs)];
  const dayOf = (date: Date) => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
  const days = dayOf(end) - dayOf(now);
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
      : t('date', { day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(end) });
  return `${day}, ${new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(end)}`;
}
