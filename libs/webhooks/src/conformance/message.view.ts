import { randomUUID } from 'node:crypto';
import { envelope } from '../deliveries/envelope.view';

/** An event as an examination sends it: the body and the values of its headers. */
export interface Message {
  id: string;
  body: string;
  attempt: number;
  /** The object of the event, and the number of the event for that object. */
  object?: { id: string; sequence: number };
}

/** A harmless event. Its `data` names the run, so that it can be recognised in logs. */
export function ping(runId: string, at: Date, data: object = {}, event = 'test.ping'): Message {
  const marked = { message: 'This is a test event.', conformance_run: runId, ...data };
  return { id: randomUUID(), body: envelope(event, marked, at), attempt: 1 };
}
