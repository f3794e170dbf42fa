/** An answer header in which a receiver may state how it handled the event. */
export const OUTCOME_HEADER = 'x-webhook-outcome';
export type Outcome = 'handled' | 'duplicate';

/** One request of an examination and its answer. */
export interface Exchange {
  /** A description of the request. */
  request: string;
  /** HTTP status; null when there was no answer, or none was waited for. */
  status: number | null;
  latency_ms: number;
  /** The outcome that the receiver states; null without one. */
  outcome: Outcome | null;
  error?: string;
}

export interface Verdict {
  /** Null when it cannot be observed from outside or was not tried; `finding` says which. */
  passed: boolean | null;
  finding: string;
}

/** The result of one rule. */
export interface RuleReport extends Verdict {
  rule: string;
  sent: string;
  received: Exchange[];
  why: string;
  /** How to pass the rule. Reports from before the field have only `mend`. */
  fix?: string;
  /** Deprecated: the same as `fix`. */
  mend: string;
}
