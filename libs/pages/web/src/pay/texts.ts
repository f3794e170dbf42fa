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

/** In the buyer's own time zone. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** "14:59", or "1:02:03". */
export function duration(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
