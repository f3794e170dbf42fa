import type { Mode } from '@app/kernel';

/** The content of one attempt. */
export interface Outgoing {
  eventId: string;
  /** Sequence number among the events of the app; null for a ping. */
  sequence: string | null;
  /** The object of the event, and the event's sequence number for that object; null for a ping. */
  object: { id: string; sequence: string } | null;
  /** The number of this attempt, from 1. */
  attempt: number;
  body: string;
}

/** A delivery that is about to be sent. */
export interface StartedDelivery extends Outgoing {
  id: string;
  createdAt: Date;
  claim: string;
  endpointId: string;
  /**
   * Number in the retry schedule, from 1; null for a manual attempt, which does not end the delivery and is not
   * retried.
   */
  scheduled: number | null;
}

/** A delivery claimed by a process. */
export interface ClaimedDelivery extends StartedDelivery {
  /** The account of the endpoint. */
  ownerId: string;
  mode: Mode;
  /** Whether the last attempts at the endpoint failed. */
  isFailing: boolean;
  /** Latest start, so that the attempt ends before the claim does. */
  startBy: Date;
}

/** The outcome of one attempt. */
export interface Attempt {
  at: Date;
  latencyMs: number;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  /** The beginning of the answer, at most 1 KB. */
  answer: string | null;
  error: string | null;
  /** Whether retries make no sense because the endpoint is gone and nothing was sent. */
  final: boolean;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && isSuccess(status);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
