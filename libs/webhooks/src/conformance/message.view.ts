import { randomUUID } from 'node:crypto';
import { envelope } from '../deliveries/envelope.view';

/** An event as an examination sends it: the bytes, and what its headers say. */
export interface Message {
  id: string;
  body: string;
  attempt: number;
  /** What it is about, and its place among the events about that. */
  object?: { id: string; sequence: number };
}

/** A harmless event. Its `data` names the run, so that whoever reads logs knows where it comes from. */
export function ping(runId: string, at: Date, data: object = {}, event = 'test.ping'): Message {
  const marked = { message: 'This is a test event.', conformance_run: runId, ...data };
  return { id: randomUUID(), body: envelope(event, marked, at), attempt: 1 };
}
