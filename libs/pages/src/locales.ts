import type { Money } from '@app/kernel';
import { currencyDisplay } from './currency-display';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The languages of the pages, each by the name it has in itself. */
export const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const;

export type Locale = (typeof LANGUAGES)[number][0];

/** The texts of one family of pages, in every language. */
export type PageTexts<Name extends string> = Record<Locale, Record<Name, string>>;

export type LayoutText = keyof typeof en;

/** The texts that all pages of the layout have. */
const LAYOUT_TEXTS: PageTexts<LayoutText> = { en, fr };

const isLocale = (text: string): text is Locale => LANGUAGES.some(([code]) => code === text);

/** The language requested by name, else the available one that the browser prefers, else English. */
export function localeOf(requested: unknown, acceptLanguage = ''): Locale {
  const named = typeof requested === 'string' ? baseOf(requested) : '';
  if (isLocale(named)) return named;
  const preferred = acceptLanguage
    .slice(0, 1000)
    .split(',')
    .map((entry, place) => {
      const [tag = '', quality = ''] = entry.split(';');
      const weight = /^\s*q=([\d.]+)\s*$/.exec(quality)?.[1];
      return { language: baseOf(tag), weight: weight === undefined ? 1 : +weight, place };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ language }) => language);
  return preferred.find(isLocale) ?? 'en';
}

const baseOf = (tag: string) => tag.trim().toLowerCase().split('-')[0]!;

/** The texts of one family of pages and of the layout, in one language. */
export class Texts<Name extends string = never> {
  private readonly texts: Record<Name, string>;

  constructor(
    readonly locale: Locale,
    family: PageTexts<Name>,
  ) {
    this.texts = family[locale];
  }

  /** The text of this name, with its `{…}` replaced by the values. */
  t(name: Name | LayoutText, values: Record<string, string> = {}): string {
    const text = this.texts[name as Name] ?? LAYOUT_TEXTS[this.locale][name as LayoutText];
    return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  }

  /** An instant in UTC, because the reader's time zone is not known. */
  time(instant: Date): string {
    const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
    return `${new Intl.DateTimeFormat(this.locale, format).format(instant)} UTC`;
  }

  /** A day that is given as `YYYY-MM-DD`. */
  day(text: string): string {
    const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(this.locale, format).format(new Date(`${text}T00:00:00Z`));
  }

  /** Decimal text with the separators of the language. */
  decimal(text: string): string {
    const format = { maximumFractionDigits: 4 } as const;
    return new Intl.NumberFormat(this.locale, format).format(text as Intl.StringNumericLiteral);
  }

  /** An amount with its symbol, e.g. "₦5,000.00" or "CA$5.00". */
  money(money: Money): string {
    return moneyText(money, this.locale);
  }
}

/** An amount, as decimal text, with its symbol in this language. */
export function moneyText(
  { text, currency }: Pick<Money, 'text'> & { currency: string },
  locale: Locale = 'en',
): string {
  const format = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const;
  // Decimal text keeps every digit; a number would not.
  return new Intl.NumberFormat(locale, format).format(text as Intl.StringNumericLiteral);
}
