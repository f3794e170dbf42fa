import type { Bvn } from './bvn';

/** A number to look up. The names are shown to the person who is asked for consent. */
export interface BvnOrder {
  bvn: Bvn;
  firstName: string;
  lastName: string;
  /** Where the consent page returns the person to; http(s). */
  redirectUrl: string;
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

/** The company that looks numbers up in the registry of the banks; the class is its own injection token. */
export abstract class BvnRegistry {
  /**
   * Begins a verification. The company assigns the reference, so an answer that is lost cannot be asked for. Throws
   * `BvnRegistryAway`.
   */
  abstract start(order: BvnOrder): Promise<BvnStart>;

  /** Safe to repeat. Throws `BvnRegistryAway`. */
  abstract result(reference: string): Promise<BvnResult>;
}

/** The company gave no usable answer. The message contains neither number nor secrets. */
export class BvnRegistryAway extends Error {
  override readonly name = 'BvnRegistryAway';
}
