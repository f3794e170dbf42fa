import { Injectable } from '@nestjs/common';
import { EgressClient } from '@app/egress';
import { Clock } from '@app/kernel';
import type { Destination } from '@app/merchants';
import { DestinationsService } from '../endpoints/destinations.service';
import { type Attempt, isSuccess, type Outgoing } from './delivery';
import { signatureHeaders } from './signature.policy';

const ANSWER_BYTES = 1024;
const ERROR_LENGTH = 300;
const NO_ANSWER = { status: null, answer: null };
const GONE = 'the endpoint was deleted';

/** Signs a body and posts it to its endpoint, once. Must be called outside a transaction. */
@Injectable()
export class DeliverySenderService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly egress: EgressClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the outcome, whatever the receiver does; null when the endpoint is disabled and nothing was sent.
   * Throws only when the endpoint could not be read.
   */
  async send(endpointId: string, outgoing: Outgoing): Promise<Attempt | null> {
    const destination = await this.destinations.destinationOf(endpointId);
    if (!destination) return { at: this.clock.now(), latencyMs: 0, ...NO_ANSWER, error: GONE, final: true };
    return destination.active ? this.sendTo(destination, outgoing) : null;
  }

  /** Does the same for a known endpoint, even a disabled one, because its owner asked for it. */
  async sendTo(destination: Destination, outgoing: Outgoing): Promise<Attempt> {
    const at = this.clock.now();
    const headers = headersOf(outgoing, destination.secrets(), at);
    const since = performance.now();
    const after = () => ({ at, latencyMs: Math.round(performance.now() - since) });
    try {
      const { status, body } = await this.egress.post(destination.url, headers, Buffer.from(outgoing.body));
      const error = isSuccess(status) ? null : `answered ${status}`;
      return { ...after(), status, answer: textOf(body), error, final: false };
    } catch (error) {
      return { ...after(), ...NO_ANSWER, error: reasonOf(error), final: false };
    }
  }
}

function headersOf(outgoing: Outgoing, secrets: readonly string[], at: Date): Record<string, string> {
  const { eventId, sequence, object, attempt, body } = outgoing;
  const headers = signatureHeaders(secrets, eventId, Math.floor(at.getTime() / 1000), body);
  headers['Content-Type'] = 'application/json';
  headers['User-Agent'] = 'Service-Webhook/1.0';
  headers['X-Service-Event-Id'] = eventId;
  headers['X-Service-Delivery-Attempt'] = String(attempt);
  if (sequence !== null) headers['X-Service-Event-Sequence'] = sequence;
  if (object) {
    headers['X-Service-Object-Id'] = object.id;
    headers['X-Service-Object-Sequence'] = object.sequence;
  }
  return headers;
}

function textOf(body: Buffer): string {
  return body.length === 0 ? '' : clean(body.subarray(0, ANSWER_BYTES).toString('utf8'));
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return clean(message || code || 'failed').slice(0, ERROR_LENGTH);
}

/** Removes the one character that PostgreSQL text cannot store. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '');
}
