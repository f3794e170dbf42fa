/** A delivery that this process has claimed and is to send now. */
export interface ClaimedDelivery {
  id: string;
  createdAt: Date;
  claim: string;
  endpointId: string;
  eventId: string;
  sequence: string | null;
  /** The number of this try, from 1. */
  attempt: number;
  body: string;
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
  /** Whether trying again makes no sense. */
  final: boolean;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && isSuccess(status);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
