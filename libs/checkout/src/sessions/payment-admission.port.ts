import type { Mode } from '@app/kernel';
import type { Prepared } from '@app/write-path';
import type { SessionOrigin } from './session.states';

/** A session as its admission knows it. */
export interface PayableSession {
  id: string;
  ownerId: string;
  mode: Mode;
  origin: SessionOrigin;
  /** The object that it was opened for. */
  originId: string | null;
}

/** An attempt that is about to start. */
export interface Entry {
  /** Null where the payment completes in the same commit. */
  attemptId: string | null;
  /** Null where the client is the merchant's server. */
  clientAddress: string | null;
}

/** What payments of sessions have to pass, besides what every session asks for, where another lib opened them. */
export interface PaymentAdmission {
  /** Reads whether a payment may start, and throws where not; applying takes its place in the current unit of work. */
  admit(session: PayableSession, entry: Entry): Promise<Prepared<void>>;
  /**
   * Reads whether money that an attempt has brought may complete the session; null where not. Applying makes the unit of work
   * start over where that has changed. Absent: it always may.
   */
  complete?(session: PayableSession, attemptId: string): Promise<Prepared<void> | null>;
}
