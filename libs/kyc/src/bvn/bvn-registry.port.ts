import type { Bvn, BvnResult, BvnStart } from './bvn';

/** A number to look up. The names are shown to the person who is asked for consent. */
export interface BvnOrder {
  bvn: Bvn;
  firstName: string;
  lastName: string;
  /** Where the consent page returns the person to; http(s). */
  redirectUrl: string;
}

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
