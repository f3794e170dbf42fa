import type { Money } from '@app/kernel';
import portalEn from '../portal/locales/en.json';
import portalFr from '../portal/locales/fr.json';
import payEn from './locales/en.json';
import payFr from './locales/fr.json';

const en = { ...payEn, ...portalEn };
const fr = { ...payFr, ...portalFr };

export type Locale = keyof typeof LOCALES;
type TextName = keyof typeof en;

const LOCALES = { en, fr } as const satisfies Record<string, Record<TextName, string>>;

/** As each language calls itself. */
export const LANGUAGES: readonly [Locale, string][] = [
  ['en', 'English'],
  ['fr', 'Français'],
];

const isLocale = (text: string): text is Locale => Object.hasOwn(LOCALES, text);

/** The language asked for by name, else the one the browser likes best of those there are, else English. */
export function localeOf(asked: unknown, acceptLanguage = ''): Locale {
  const named = typeof asked === 'string' ? baseOf(asked) : '';
  if (isLocale(named)) return named;
  const liked = acceptLanguage
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
  return liked.find(isLocale) ?? 'en';
}

const baseOf = (tag: string) => tag.trim().toLowerCase().split('-')[0]!;

/** Text of a page in one language. */
export class Texts {
  constructor(readonly locale: Locale) {}

  /** The text, its `{…}` filled in. */
  t(name: TextName, values: Record<string, string> = {}): string {
    const text: string = LOCALES[this.locale][name];
    return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  }

  /** An instant as people write it, in UTC: where they are is not known. */
  time(instant: Date): string {
    const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
    return `${new Intl.DateTimeFormat(this.locale, format).format(instant)} UTC`;
  }

  /** An amount as people write it, e.g. "₦5,000.00". */
  money({ text, currency }: Money): string {
    const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    // Decimal text keeps every digit; a number would not.
    return new Intl.NumberFormat(this.locale, format).format(text as Intl.StringNumericLiteral);
  }
}
