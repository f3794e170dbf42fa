import { inspect } from 'node:util';

/**
 * The gateway's token of a card, with which it can be charged without its holder. Everything that prints (JSON, logs,
 * inspect, string templates) shows a placeholder.
 */
export class CardToken {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** For the request to the gateway and for sealing. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[card token]';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** A card that paid, as the gateway's books name it. */
export interface PaidCard {
  brand: string;
  last4: string;
  /** Absent where the gateway permits no further charges of it. */
  token?: CardToken;
  /** The end of its validity; absent where the gateway does not say. */
  expiresAt?: Date;
  /** The address it was charged under, to which a token belongs. */
  email?: string;
}
