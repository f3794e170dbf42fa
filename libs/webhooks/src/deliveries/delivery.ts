/** What is sent in one try. */
export interface Outgoing {
  eventId: string;
  /** Number among the events of the app; null for a ping. */
  sequence: string | null;
  /** What the event is about, and its number among the app's events about that; null for a ping. */
  object: { id: string; sequence: string } | null;
  /** The number of this try, from 1. */
  attempt: number;
  body: string;
}

/** A delivery that somebody is about to send. */
export interface ClaimedDelivery extends Outgoing {
  id: string;
  createdAt: Date;
  claim: string;
  endpointId: string;
  /** Which try of the schedule this is, from 1; null for one by hand, which ends nothing and is not repeated. */
  scheduled: number | null;
  /** Begun later, a try could outlast the claim; null where nothing was claimed. */
  startBy: Date | null;
}

/** What one try came to. */
export interface Attempt {
  at: Date;
  latencyMs: number;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  /** The beginning of the answer, at most 1 KB. */
  answer: string | null;
  error: string | null;
  /** Whether trying again makes no sense: the endpoint is gone, and nothing was sent. */
  final: boolean;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && isSuccess(status);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
