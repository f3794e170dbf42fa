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

/** `consentUrl` is null where the person has consented before. `unknown`: the registry has no such number. */
export type BvnStart =
  { kind: 'started'; reference: string; consentUrl: string | null } | { kind: 'unknown' };

/** What the registry holds of a person. */
export interface BvnRecord {
  /** Of the record; null where the company does not return it. */
  bvn: Bvn | null;
  firstName: string;
  middleName: string;
  lastName: string;
  /** YYYY-MM-DD; null where the company does not return it. */
  dateOfBirth: string | null;
  isWatchListed: boolean;
}

/** `declined`: the person refused consent, or the company ended the verification without a record. */
export type BvnResult = { kind: 'pending' } | { kind: 'declined' } | { kind: 'found'; record: BvnRecord };
