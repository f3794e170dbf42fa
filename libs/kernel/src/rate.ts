const DECIMAL_TEXT = /^(\d{1,18})(?:\.(\d{1,18}))?$/;

/** An exact positive ratio: a percentage, a fee rate or an exchange rate, kept as a fraction of two integers. */
export class Rate {
  private constructor(
    readonly numerator: bigint,
    readonly denominator: bigint,
  ) {}

  /** Reads a decimal such as "1540.25"; throws on anything that is not a positive decimal. */
  static parse(text: string): Rate {
    const match = DECIMAL_TEXT.exec(text);
    if (!match) throw new Error(`not a rate: ${text}`);
    const decimals = match[2] ?? '';
    return Rate.fromFraction(BigInt(match[1]! + decimals), 10n ** BigInt(decimals.length));
  }

  /** Reads a JSON number or decimal text; null for anything that is not a positive decimal. */
  static read(value: unknown): Rate | null {
    if (typeof value !== 'number' && typeof value !== 'string') return null;
    const text = String(value);
    return DECIMAL_TEXT.test(text) && /[1-9]/.test(text) ? Rate.parse(text) : null;
  }

  static fromFraction(numerator: bigint, denominator: bigint): Rate {
    if (numerator <= 0n || denominator <= 0n) throw new Error('a rate is positive');
    return new Rate(numerator, denominator);
  }

  inverse(): Rate {
    return new Rate(this.denominator, this.numerator);
  }

  /** From base to quote through a common third currency. */
  over(other: Rate): Rate {
    return new Rate(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  equals(other: Rate): boolean {
    return this.numerator * other.denominator === other.numerator * this.denominator;
  }

  isAbove(other: Rate): boolean {
    return this.numerator * other.denominator > other.numerator * this.denominator;
  }

  /** Multiplies an amount of smallest units, rounding once, at the end. */
  times(minor: bigint, rounding: 'up' | 'down'): bigint {
    const product = minor * this.numerator;
    const floor = product / this.denominator;
    return rounding === 'up' && floor * this.denominator !== product ? floor + 1n : floor;
  }

  /** Decimal text with up to `places` (at least one) decimals, for display: calculations use the fraction. */
  toDecimal(places = 10): string {
    const scale = 10n ** BigInt(places);
    const scaled = (this.numerator * scale) / this.denominator;
    const digits = scaled.toString().padStart(places + 1, '0');
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  }

  /** As answers show it. */
  toJsonNumber(): number {
    return +this.toDecimal();
  }
}
