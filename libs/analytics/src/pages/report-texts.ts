import type { Money } from '@app/kernel';
import { currencyDisplay, type PageTexts, Texts } from '@app/pages';
import en from './locales/en.json';
import fr from './locales/fr.json';

type ReportText = keyof typeof en;

/** The texts of the page of a report. */
export const REPORT_TEXTS: PageTexts<ReportText> = { en, fr };

/** The texts of the page of a report, in one language and time zone. */
export class ReportTexts extends Texts<ReportText> {
  constructor(
    locale: PageLocale,
    private readonly timeZone = 'UTC',
  ) {
    super(locale, REPORT_TEXTS);
  }

  /** The day of an instant, as "1 March 2026". */
  dayOf(instant: Date): string {
    return this.formatted(instant, { dateStyle: 'long' });
  }

  /** As short as a label of a chart. */
  bucket(begin: Date, granularity: 'day' | 'week' | 'month'): string {
    const isMonth = granularity === 'month';
    return this.formatted(
      begin,
      isMonth ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' },
    );
  }

  /** The name of a transaction type. */
  type(type: string): string {
    const name = `type.${type}`;
    return name in en ? this.t(name as ReportText) : type.replaceAll('_', ' ');
  }

  /** An amount with at most three digits, as "₦1.2M". */
  compact({ text, currency }: Money): string {
    const format = {
      style: 'currency',
      currency,
      currencyDisplay: currencyDisplay(currency),
      notation: 'compact',
      maximumSignificantDigits: 3,
    } as const;
    return new Intl.NumberFormat(this.locale, format).format(text as Intl.StringNumericLiteral);
  }

  count(count: bigint): string {
    return new Intl.NumberFormat(this.locale).format(count);
  }

  /** A number of per cent with at most two decimals. */
  percent(percent: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
    const format = { style: 'percent', maximumFractionDigits: 2, signDisplay } as const;
    return new Intl.NumberFormat(this.locale, format).format(percent / 100);
  }

  private formatted(instant: Date, format: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, { ...format, timeZone: this.timeZone }).format(instant);
  }
}

type PageLocale = keyof typeof REPORT_TEXTS;
