import { inspect } from 'node:util';

/**
 * A Bank Verification Number on its way from one request to the registry. It lives in memory only: everything that
 * prints (JSON, logs, inspect, string templates) shows a placeholder.
 */
export class Bvn {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  get digits(): string {
    return this.#digits;
  }

  toString(): string {
    return '[bvn]';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
