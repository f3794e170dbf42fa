import { type Currency, DECIMALS } from './currency';
import type { Rate } from './rate';

const SCALE = 10n ** BigInt(DECIMALS);

/** The largest amount any request may carry: 999,999,999,999.99. */
export const MAX_AMOUNT_MINOR = 99_999_999_999_999n;

const DECIMAL_TEXT = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * An exact amount of one currency, counted in its smallest unit.
 * Never a float: arithmetic is on BigInt, and text is read and written digit by digit.
 */
export class Money {
  constructor(
    readonly minor: bigint,
    readonly currency: Currency,
  ) {}

  static zero(currency: Currency): Money {
    return new Money(0n, currency);
  }

  /**
   * Reads a positive amount in major units from a JSON number or decimal string.
   * Anything that is not exactly such an amount (exponents, too many decimals, too large) gives `null`.
   */
  static parseMajor(value: unknown, currency: Currency): Money | null {
    const minor = parseMajorToMinor(value);
    return minor === null ? null : new Money(minor, currency);
  }

  /** Major units as decimal text with two decimals, e.g. "1234.50". */
  get text(): string {
    return minorToText(this.minor);
  }

  /** Major units as the JSON number Variant A answers with. Exact for every amount the service accepts. */
  toJsonNumber(): number {
    return minorToJsonNumber(this.minor);
  }

  /** Whether one payment may be as much. */
  get isPayable(): boolean {
    return this.minor <= MAX_AMOUNT_MINOR;
  }

  get isZero(): boolean {
    return this.minor === 0n;
  }

  plus(other: Money): Money {
    return new Money(this.minor + this.sameCurrency(other).minor, this.currency);
  }

  minus(other: Money): Money {
    return new Money(this.minor - this.sameCurrency(other).minor, this.currency);
  }

  negated(): Money {
    return new Money(-this.minor, this.currency);
  }

  compare(other: Money): -1 | 0 | 1 {
    const difference = this.minor - this.sameCurrency(other).minor;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  equals(other: Money): boolean {
    return this.currency === other.currency && this.minor === other.minor;
  }

  /** The same value in another currency when the service pays it out: rounded down, so a round trip never gains. */
  creditedAs(currency: Currency, rate: Rate): Money {
    return new Money(rate.times(this.minor, 'down'), currency);
  }

  /** The same value in another currency when the service collects it: rounded up. */
  collectedAs(currency: Currency, rate: Rate): Money {
    return new Money(rate.times(this.minor, 'up'), currency);
  }

  private sameCurrency(other: Money): Money {
    if (other.currency !== this.currency) throw new Error(`${this.currency} met ${other.currency}`);
    return other;
  }
}

/** Reads positive major units; `null` when the value is not an amount the service accepts. */
export function parseMajorToMinor(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL_TEXT.exec(typeof value === 'number' ? String(value) : value.trim());
  if (!match) return null;
  const minor = BigInt(match[1]!) * SCALE + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'));
  return minor > 0n && minor <= MAX_AMOUNT_MINOR ? minor : null;
}

export function minorToText(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(DECIMALS + 1, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

export function minorToJsonNumber(minor: bigint): number {
  // Shortest-text floats carry 15 digits exactly; the largest amount has 14.
  return +minorToText(minor);
}
