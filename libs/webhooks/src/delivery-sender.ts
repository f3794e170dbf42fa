import { Injectable } from '@nestjs/common';
import { EgressClient } from '@app/egress';
import { Clock } from '@app/kernel';
import { type Attempt, isSuccess } from './delivery';
import { EndpointDirectory } from './endpoint-directory';
import { signatureHeaders } from './signature';

const ANSWER_BYTES = 1024;
const ERROR_LENGTH = 300;
const NO_ANSWER = { status: null, answer: null };
const GONE = 'the endpoint was deleted or disabled';

/** What is sent in one try. */
export interface Outgoing {
  endpointId: string;
  eventId: string;
  sequence: string | null;
  attempt: number;
  body: string;
}

/** Signs a body and posts it to its endpoint, once. Must be called with no transaction open. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly directory: EndpointDirectory,
    private readonly egress: EgressClient,
    private readonly clock: Clock,
  ) {}

  /** Whatever the receiver does is what the try came to. Throws only when the endpoint could not be read. */
  async send(outgoing: Outgoing): Promise<Attempt> {
    const at = this.clock.now();
    const since = performance.now();
    const after = () => ({ at, latencyMs: Math.round(performance.now() - since) });
    const endpoint = await this.directory.find(outgoing.endpointId);
    if (!endpoint) return { ...after(), ...NO_ANSWER, error: GONE, final: true };
    const headers = await this.headersOf(outgoing, at);
    try {
      const { status, body } = await this.egress.post(endpoint.url, headers, Buffer.from(outgoing.body));
      const error = isSuccess(status) ? null : `answered ${status}`;
      return { ...after(), status, answer: textOf(body), error, final: false };
    } catch (error) {
      return { ...after(), ...NO_ANSWER, error: reasonOf(error), final: false };
    }
  }

  private async headersOf(outgoing: Outgoing, at: Date): Promise<Record<string, string>> {
    const secrets = await this.directory.secretsOf(outgoing.endpointId);
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Event-Id': outgoing.eventId,
      ...(outgoing.sequence !== null && { 'X-Service-Event-Sequence': outgoing.sequence }),
      'X-Service-Delivery-Attempt': String(outgoing.attempt),
      ...signatureHeaders(secrets, outgoing.eventId, Math.floor(at.getTime() / 1000), outgoing.body),
    };
  }
}

function textOf(body: Buffer): string {
  return clean(body.subarray(0, ANSWER_BYTES).toString('utf8'));
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return clean(message || code || 'failed').slice(0, ERROR_LENGTH);
}

/** PostgreSQL keeps every character but this one. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '');
}
