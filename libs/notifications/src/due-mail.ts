import type { Language } from '@app/accounts';
import type { Facts } from './notice';

/** A mail that this process has claimed and is to send now. */
export interface DueMail {
  id: string;
  claim: string;
  type: string;
  recipient: string;
  /** Null where the reader has no account. */
  ownerId: string | null;
  language: Language;
  facts: Facts;
  /** Tries before this one. */
  attempts: number;
}
