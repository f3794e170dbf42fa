import type { Money } from '@app/kernel';

/** An amount as people write it, e.g. "₦5,000.00". */
export function writtenAmount({ text, currency }: Money): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  // Decimal text keeps every digit; a number would not.
  return format.format(text as Intl.StringNumericLiteral);
}

/** A moment as people write it, in UTC: the server does not know where the buyer is. */
export function writtenTime(at: Date): string {
  return (
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at) +
    ' UTC'
  );
}
