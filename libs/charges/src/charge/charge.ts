import { chargeStates, type ChargeStatus } from './charge.states';
import { firstQuestionAt, isPastNotFound, nextQuestionAt, responseDeadline } from './charge-schedule.policy';

/** What a pending charge waits for from its buyer. */
export type AuthMode = 'pin' | 'otp' | 'redirect';

/** A step that a code completes. */
export type CodeMode = Exclude<AuthMode, 'redirect'>;

/** A code as its caller submits it. */
export interface SubmittedCode {
  /** A handle of the charge: of the step that waits now, or of an earlier one. */
  gwRef: string;
  /** The step that the code is for, where the caller names it. */
  mode?: CodeMode;
  /** Whether this code was sent for this charge before, as far as this process knows. */
  wasSentFor(chargeId: string): boolean;
}

/** Codes (PIN, one-time password) that one charge takes; the last wrong one ends it. */
export const MAX_CODES = 5;
export const TOO_MANY_CODES = 'Too many wrong codes';

/** A charge as its aggregate keeps it, in columns of its own. */
export interface ChargeFields {
  readonly status: ChargeStatus;
  readonly startedAt: Date;
  /** Of the request that took the last step: repeated, it asks for the outcome instead of sending again. */
  readonly requestKey: string | null;
  /** The gateway's handle for the next step. */
  readonly gwRef: string | null;
  /** Handles of earlier steps, which still name the charge; oldest first. */
  readonly earlierGwRefs: readonly string[];
  readonly authMode: AuthMode | null;
  /** Codes sent so far. */
  readonly tries: number;
  readonly failure: string | null;
  /** When to ask the gateway what became of it; null: its end is known. */
  readonly askAt: Date | null;
}

/** One charge at a gateway: its states, its codes, and when to ask about it. Each method gives the charge as it is then. */
export class Charge implements ChargeFields {
  readonly status: ChargeStatus;
  readonly startedAt: Date;
  readonly requestKey: string | null;
  readonly gwRef: string | null;
  readonly earlierGwRefs: readonly string[];
  readonly authMode: AuthMode | null;
  readonly tries: number;
  readonly failure: string | null;
  readonly askAt: Date | null;

  constructor(fields: ChargeFields) {
    this.status = fields.status;
    this.startedAt = fields.startedAt;
    this.requestKey = fields.requestKey;
    this.gwRef = fields.gwRef;
    this.earlierGwRefs = fields.earlierGwRefs;
    this.authMode = fields.authMode;
    this.tries = fields.tries;
    this.failure = fields.failure;
    this.askAt = fields.askAt;
  }

  /** The intent, committed before the gateway is called. */
  static begin(requestKey: string | null, now: Date): Charge {
    return new Charge({
      status: chargeStates.initial,
      startedAt: now,
      requestKey,
      gwRef: null,
      earlierGwRefs: [],
      authMode: null,
      tries: 0,
      failure: null,
      askAt: responseDeadline(now),
    });
  }

  /** Whether its end is not known yet. */
  get isInFlight(): boolean {
    return this.status === 'calling' || this.status === 'waiting';
  }

  get takesCode(): boolean {
    return this.status === 'waiting' && (this.authMode === 'pin' || this.authMode === 'otp');
  }

  /**
   * Whether a code is for a step that has passed: it names another step, or it repeats a code under the handle of an
   * earlier step. Such a code is not sent.
   */
  isPast(code: SubmittedCode, chargeId: string): boolean {
    if (!this.takesCode) return false;
    if (code.mode !== undefined && code.mode !== this.authMode) return true;
    return code.gwRef !== this.gwRef && code.wasSentFor(chargeId);
  }

  get triesLeft(): number {
    return MAX_CODES - this.tries;
  }

  /** The gateway has taken it and waits for its buyer, or for its bank where `authMode` is null. */
  wait(step: { gwRef: string; authMode: AuthMode | null }, now: Date): Charge {
    const status = chargeStates.next(this.status, 'wait');
    return this.with({ status, gwRef: step.gwRef, authMode: step.authMode, askAt: firstQuestionAt(now) });
  }

  /** The intent to send a code. Counted before it is sent, so that guesses cannot run side by side. */
  submitCode(requestKey: string | null, now: Date): Charge {
    const status = chargeStates.next(this.status, 'call');
    return this.with({ status, requestKey, tries: this.tries + 1, askAt: responseDeadline(now) });
  }

  /** The gateway did not take the code: the charge waits for another one, unless that was the last try. */
  refuseCode(now: Date): Charge {
    if (this.triesLeft <= 0) return this.fail(TOO_MANY_CODES);
    const status = chargeStates.next(this.status, 'wait');
    return this.with({ status, askAt: firstQuestionAt(now) });
  }

  succeed(gwRef: string): Charge {
    return this.end('succeed', { gwRef, failure: null });
  }

  fail(failure: string, gwRef = this.gwRef): Charge {
    return this.end('fail', { gwRef, failure });
  }

  /** The gateway refused to take it: the same request may begin another. */
  reject(failure: string): Charge {
    return this.end('fail', { requestKey: null, failure });
  }

  /** The buyer did not finish. */
  abandon(failure: string): Charge {
    return this.end('abandon', { failure });
  }

  knownAs(gwRef: string): Charge {
    return this.with({ gwRef });
  }

  /** The answer to a request is lost: ask as soon as possible. */
  askNow(now: Date): Charge {
    return this.with({ askAt: now });
  }

  /** The gateway was asked and had no final answer. `latest`: ask then at the latest, where that is to come. */
  askLater(now: Date, latest?: Date): Charge {
    const next = nextQuestionAt(this.startedAt, now);
    return this.with({ askAt: latest && latest > now && latest < next ? latest : next });
  }

  /**
   * Whether a charge that the gateway does not know is taken for one that never reached it. One that waits for its PIN
   * is not known to the gateway either, and may still be paid.
   */
  isNotFound(now: Date): boolean {
    return this.status === 'calling' && isPastNotFound(this.startedAt, now);
  }

  private end(verb: 'succeed' | 'fail' | 'abandon', changes: Partial<ChargeFields>): Charge {
    const status = chargeStates.next(this.status, verb);
    return this.with({ status, authMode: null, askAt: null, ...changes });
  }

  private with(changes: Partial<ChargeFields>): Charge {
    const { gwRef, earlierGwRefs } = this;
    const isReplaced = gwRef !== null && changes.gwRef !== undefined && changes.gwRef !== gwRef;
    return new Charge({
      ...this,
      ...changes,
      earlierGwRefs: isReplaced ? [...earlierGwRefs, gwRef] : earlierGwRefs,
    });
  }
}
