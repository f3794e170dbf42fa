/** What a receiver may say, in a header of its answer, it has made of an event. */
export const OUTCOME_HEADER = 'x-webhook-outcome';
export type Outcome = 'handled' | 'duplicate';

/** One request of an examination, and what came back. */
export interface Exchange {
  /** What was sent, in words. */
  request: string;
  /** HTTP status; null when there was no answer, or none was waited for. */
  status: number | null;
  latency_ms: number;
  /** What the receiver said of the event; null where it says nothing. */
  outcome: Outcome | null;
  error?: string;
}

export interface Verdict {
  /** Null: cannot be told from outside, or was not tried. `finding` says which. */
  passed: boolean | null;
  finding: string;
}

/** What one rule came to. */
export interface RuleReport extends Verdict {
  rule: string;
  sent: string;
  received: Exchange[];
  why: string;
  mend: string;
}
