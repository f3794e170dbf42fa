import { Agent, request } from 'undici';
import { GatewayOutcomeUnknown } from '@app/charges';
import type { GatewayExchange } from '@app/trail';
import { exchangeOf, referenceIn } from './gateway-exchange.mapping';
import { parseEnvelope, type GatewayEnvelope } from './gateway-answer.mapping';

const LARGEST_ANSWER_BYTES = 1_000_000;

type Method = 'GET' | 'POST' | 'PUT';

interface Content {
  /** Its `Content-Type`. */
  type: string;
  body: string | Buffer;
  /** Our reference in it. */
  ours?: string | null;
}

/** Keeps what was asked and answered. */
export type RecordExchange = (exchange: GatewayExchange) => void;

export interface GatewayResponse extends GatewayEnvelope {
  httpStatus: number;
}

/**
 * The transport of the protocol: one keep-alive pool, one envelope per response. A failure that leaves the outcome
 * open (no response in time, 5xx, no envelope) throws `GatewayOutcomeUnknown`. Its message contains only the error
 * code, because errors of undici may quote the response.
 */
export class GatewayHttpService {
  private readonly agent: Agent;

  constructor(
    private readonly baseUrl: () => string,
    private readonly secretKey: string,
    private readonly timeoutMs: number,
    private readonly record?: RecordExchange,
  ) {
    // Shorter than the 5 s after which common servers close idle sockets, so that a POST does not meet a closing
    // one.
    this.agent = new Agent({ keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000, connections: 64 });
  }

  /** Sends the request once. Only a query shows the outcome of a failed one. `ours`: our reference where the body is encrypted. */
  post(path: string, body: object, ours = referenceIn(body)): Promise<GatewayResponse> {
    return this.send('POST', path, { type: 'application/json', body: JSON.stringify(body), ours });
  }

  put(path: string, body: object, ours = referenceIn(body)): Promise<GatewayResponse> {
    return this.send('PUT', path, { type: 'application/json', body: JSON.stringify(body), ours });
  }

  /** Sends a file as the one field of a form. */
  async upload(path: string, field: string, file: Blob): Promise<GatewayResponse> {
    const form = new FormData();
    form.append(field, file, 'evidence.jpg');
    // The boundary of the form is in its type.
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type')!;
    return this.send('POST', path, { type, body: Buffer.from(await encoded.arrayBuffer()) });
  }

  /** Reads are safe to repeat, so an unknown outcome is tried a second time. */
  async get(path: string): Promise<GatewayResponse> {
    try {
      return await this.send('GET', path);
    } catch (error) {
      if (!(error instanceof GatewayOutcomeUnknown)) throw error;
      return this.send('GET', path);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async send(method: Method, path: string, content?: Content): Promise<GatewayResponse> {
    const startedAt = performance.now();
    const record = (answer: GatewayResponse | null, outcome: string) =>
      this.record?.({
        ...exchangeOf(method, path, content?.ours ?? null, answer?.data),
        outcome,
        ms: Math.round(performance.now() - startedAt),
      });
    try {
      const answer = await this.answered(method, path, content);
      record(answer, String(answer.httpStatus));
      return answer;
    } catch (error) {
      record(null, (error as Error).message.slice(0, 200));
      throw error;
    }
  }

  private async answered(method: Method, path: string, content?: Content): Promise<GatewayResponse> {
    const { httpStatus, text } = await this.exchange(method, path, content);
    const envelope = parseEnvelope(text);
    // 408 is a time-out of the company, so it leaves the outcome open too.
    if (httpStatus >= 500 || httpStatus === 408)
      throw new GatewayOutcomeUnknown(`the gateway answered ${httpStatus}`);
    if (!envelope || httpStatus < 200 || (httpStatus >= 300 && httpStatus < 400)) {
      throw new GatewayOutcomeUnknown(`the gateway answered ${httpStatus} without an envelope`);
    }
    return { httpStatus, ...envelope };
  }

  private async exchange(method: Method, path: string, content?: Content) {
    try {
      const answer = await request(`${this.baseUrl()}${path}`, {
        dispatcher: this.agent,
        method,
        headers: {
          authorization: `Bearer ${this.secretKey}`,
          accept: 'application/json',
          ...(content && { 'content-type': content.type }),
        },
        body: content?.body,
        signal: AbortSignal.timeout(this.timeoutMs),
        headersTimeout: this.timeoutMs,
        bodyTimeout: this.timeoutMs,
      });
      return { httpStatus: answer.statusCode, text: await boundedText(answer.body) };
    } catch (error) {
      throw new GatewayOutcomeUnknown(`no answer from the gateway (${failureCode(error)})`);
    }
  }
}

export async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function failureCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
