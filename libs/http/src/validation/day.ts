import { check, field, type Optional } from './field';
import { normalCode } from './normal';

/** A day of the calendar as `YYYY-MM-DD`, in the years 1 to 9999. */
export const Day = (options: Optional = {}) =>
  field(
    'day',
    check(isDay, 'must be a date (YYYY-MM-DD)'),
    options,
    { type: 'string', format: 'date' },
    normalCode,
  );

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00.000Z`);
  // 30 February is read as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
