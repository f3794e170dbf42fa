import { randomBytes } from 'node:crypto';
import type { EgressProbe, ProbeResponse } from '@app/egress';
import { addSeconds, type Clock } from '@app/kernel';
import { signatureHeaders } from '../deliveries/signature.policy';
import { type Message, ping } from './message.view';
import { type Exchange, type Outcome, OUTCOME_HEADER } from './report.view';

/** How a request differs from a genuine delivery. */
export interface Forgery {
  /** The secret to sign with instead of the endpoint's own. */
  secret?: string;
  /** Headers that replace the signed ones; null omits one. */
  headers?: Record<string, string | null>;
  /** The body to send instead of the signed one. */
  body?: string;
  /** The age of the signature. */
  ageSeconds?: number;
}

/** The endpoint that a conformance run examines. */
export interface Examined {
  runId: string;
  url: string;
  /** Signing secrets, newest first. */
  secrets: readonly string[];
}

const OUTCOMES: readonly unknown[] = ['handled', 'duplicate'] satisfies Outcome[];

/**
 * The client of one endpoint in a conformance run: sends what a rule asks for and collects the exchanges for
 * the report.
 */
export class ConformanceClientService {
  /** Latencies of answers to genuine events; rules that cause failures on purpose are not included. */
  readonly latencies: number[] = [];
  private exchanges: Exchange[] = [];

  constructor(
    private readonly examined: Examined,
    private readonly egress: EgressProbe,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  get now(): Date {
    return this.clock.now();
  }

  /** A new event, dated `ageSeconds` ago. */
  event(data: object = {}, { ageSeconds = 0, type = 'test.ping' } = {}): Message {
    return ping(this.examined.runId, addSeconds(this.now, -ageSeconds), data, type);
  }

  /** Delivers the event as the service does. */
  async deliver(request: string, message: Message): Promise<Exchange> {
    const exchange = await this.send(request, message, {});
    if (exchange.status !== null) this.latencies.push(exchange.latency_ms);
    return exchange;
  }

  /** Sends a manipulated request. */
  send(request: string, message: Message, forgery: Forgery): Promise<Exchange> {
    const body = Buffer.from(forgery.body ?? message.body);
    const headers = this.headers(message, forgery);
    return this.note(request, () => this.egress.post(this.examined.url, headers, body, this.signal));
  }

  /** Delivers the event and reads the answer slowly. */
  deliverReadingSlowly(request: string, message: Message): Promise<Exchange> {
    return this.note(request, () =>
      this.egress.postReadingSlowly(
        ...([this.examined.url, this.headers(message, {}), Buffer.from(message.body), this.signal] as const),
      ),
    );
  }

  /** Starts the delivery and closes the connection half way. */
  hangUp(request: string, message: Message): Promise<Exchange> {
    return this.note(request, async () => {
      const headers = this.headers(message, {});
      await this.egress.hangUp(this.examined.url, headers, Buffer.from(message.body), this.signal);
      return null;
    });
  }

  /** Returns and clears the exchanges since the last call. */
  takeExchanges(): Exchange[] {
    return this.exchanges.splice(0);
  }

  private headers(
    { id, attempt, body, object }: Message,
    { secret, headers = {}, ageSeconds = 0 }: Forgery,
  ): Record<string, string> {
    const at = Math.floor(addSeconds(this.now, -ageSeconds).getTime() / 1000);
    const all = {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Event-Id': id,
      ...(object && {
        'X-Service-Object-Id': object.id,
        'X-Service-Object-Sequence': String(object.sequence),
      }),
      'X-Service-Delivery-Attempt': String(attempt),
      ...signatureHeaders(secret ? [secret] : this.examined.secrets, id, at, body),
      ...headers,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    );
  }

  private async note(request: string, send: () => Promise<ProbeResponse | null>): Promise<Exchange> {
    this.signal.throwIfAborted();
    const since = performance.now();
    let answer: ProbeResponse | null = null;
    let error: string | undefined;
    try {
      answer = await send();
    } catch (thrown) {
      this.signal.throwIfAborted();
      const { message, code } = thrown as { message?: string; code?: string };
      error = message || code || 'failed';
    }
    const exchange: Exchange = {
      request,
      status: answer?.status ?? null,
      latency_ms: Math.round(performance.now() - since),
      outcome: outcomeOf(answer),
      ...(error !== undefined && { error }),
    };
    this.exchanges.push(exchange);
    return exchange;
  }
}

/** A secret that is not in use anywhere. */
export function unknownSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function outcomeOf(answer: ProbeResponse | null): Outcome | null {
  const said = answer?.headers[OUTCOME_HEADER];
  return OUTCOMES.includes(said) ? (said as Outcome) : null;
}
