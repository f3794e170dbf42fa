import type { CallOptions } from '../../../support/http-client';

export type Host = 'business' | 'checkout' | 'sandbox' | 'app';

/** One thing to ask for, made so that what it does can be told from everything else. */
export interface Trial {
  body: Record<string, unknown>;
  /** For the same key, and told apart by nothing else. */
  otherBody: Record<string, unknown>;
  credential(): Promise<CallOptions>;
  /** How often either of them took effect. */
  effects(): Promise<number>;
  /** How often the card company took money for it; absent where it calls nobody. */
  charges?(): Promise<number>;
}

/** What an action's trials need: what its request is called on the wire, and how to prepare one. */
export interface Case {
  path: string;
  prepare(host: Host): Promise<Trial>;
}

/** By the action's inner path. */
export type Cases = Record<string, Case>;

export const CARDS = {
  approved: '4000000000000000',
  otp: '4000000000000226',
  challenge: '4000000000003220',
} as const;

export const cardOf = (number: string) => ({ number, expiry_month: '12', expiry_year: '2099', cvv: '123' });
