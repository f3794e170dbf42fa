import { inspect } from 'node:util';

export type CardBrand = 'visa' | 'mastercard' | 'verve' | 'amex' | 'discover' | 'unknown';

const BRANDS: readonly [CardBrand, RegExp][] = [
  ['verve', /^(506(09[9]|1\d\d|20[0-8])|6500(0[2-9]|1\d|2[0-7]))/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|5)/],
];

/**
 * A card on its way from one request to the gateway. It lives in memory only: everything that prints
 * (JSON, logs, inspect, string templates) shows stars, because its fields are private and no property is enumerable.
 */
export class CardData {
  readonly #number: string;
  readonly #expiryMonth: string;
  readonly #expiryYear: string;
  readonly #cvv: string;
  readonly #name: string | undefined;

  /** `number` may hold spaces or dashes; `expiryYear` may have two or four digits. Nothing is checked: the gateway decides. */
  constructor(card: { number: string; expiryMonth: string; expiryYear: string; cvv: string; name?: string }) {
    this.#number = card.number.replace(/[\s-]/g, '');
    this.#expiryMonth = card.expiryMonth.trim().padStart(2, '0');
    this.#expiryYear = card.expiryYear.trim().slice(-2);
    this.#cvv = card.cvv.trim();
    this.#name = card.name;
  }

  get number(): string {
    return this.#number;
  }

  /** Two digits, 01 to 12. */
  get expiryMonth(): string {
    return this.#expiryMonth;
  }

  /** Two digits. */
  get expiryYear(): string {
    return this.#expiryYear;
  }

  get cvv(): string {
    return this.#cvv;
  }

  get name(): string | undefined {
    return this.#name;
  }

  get brand(): CardBrand {
    return BRANDS.find(([, pattern]) => pattern.test(this.#number))?.[0] ?? 'unknown';
  }

  get last4(): string {
    return this.#number.slice(-4);
  }

  toString(): string {
    return `[card ****${this.last4}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
