import type { CallOptions } from '../../../support/http-client';

export type Host = 'business' | 'checkout' | 'sandbox' | 'app';

/** One request whose effects can be distinguished from all others. */
export interface Trial {
  body: Record<string, unknown>;
  /** A body for the same key that differs in nothing else. */
  otherBody: Record<string, unknown>;
  credential(): Promise<CallOptions>;
  /** Number of times that either body took effect. */
  effects(): Promise<number>;
  /** Number of times that the card company took money for it; absent if the action does not call it. */
  charges?(): Promise<number>;
  /**
   * Whether it may end without an effect, because the provider assigns the reference of what was started: once that is
   * lost, nothing can be asked for.
   */
  mayBeLost?: boolean;
}

/** The requests of an action: its name on the wire, and a function that prepares one. */
export interface Case {
  path: string;
  /** The objects of `otherBody` are made for `twoBodies` only; otherwise it may equal the body. */
  prepare(host: Host, twoBodies: boolean): Promise<Trial>;
}

/** Two objects for the two bodies of a trial, or the same one twice. */
export async function pairOf<T>(twoBodies: boolean, make: () => Promise<T>): Promise<[T, T]> {
  const one = await make();
  return [one, twoBodies ? await make() : one];
}

/** By the inner path of the action. */
export type Cases = Record<string, Case>;
