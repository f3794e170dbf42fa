import { once } from 'node:events';
import net from 'node:net';
import { Pool } from 'undici';
import type { HttpAnswer } from '../../support/http-client';
import type { Platform } from '../../support/platform';
import type { Host } from './actions';
import type { FuzzedRequest } from './fuzzed-requests';
import type { Answer } from './response-form';

type Received = Answer & Pick<HttpAnswer, 'retryAfter'>;

/** Longer than the limits of the server, so that only a request that is never answered reaches it. */
const HANGS_AFTER_MS = 100_000;

/** Sends requests over connections that are kept, and malformed ones over a socket each. */
export class RequestSender {
  private readonly pools = new Map<Host, Pool>();

  constructor(
    private readonly platform: Platform,
    private readonly connections: number,
  ) {}

  /** The response; null if the connection was closed without one, which malformed requests may cause. */
  async send(request: FuzzedRequest): Promise<Received | null> {
    if (request.raw) return this.sendRaw(request);
    const { host, method, path, headers, body } = request;
    const response = await this.poolOf(host).request({ method, path, headers, body });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      text,
      contentType: String(response.headers['content-type'] ?? ''),
      requestId: String(response.headers['x-request-id'] ?? ''),
      retryAfter: (response.headers['retry-after'] as string | undefined) ?? null,
      isReplayed: response.headers['idempotency-replayed'] === 'true',
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private poolOf(host: Host): Pool {
    const { connections, platform } = this;
    const options = { connections, headersTimeout: HANGS_AFTER_MS, bodyTimeout: HANGS_AFTER_MS };
    const pool = this.pools.get(host) ?? new Pool(platform.urls[host], options);
    this.pools.set(host, pool);
    return pool;
  }

  private async sendRaw({ host, method, path, headers, body }: FuzzedRequest): Promise<Received | null> {
    const { hostname, port } = new URL(this.platform.urls[host]);
    const socket = net.connect(Number(port), hostname);
    const lines = Object.entries(headers).map(([name, value]) => (name ? `${name}: ${value}` : value));
    const content = Buffer.from(body ?? '');
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      ...lines,
      ...(content.length > 0 ? [`Content-Length: ${content.length}`] : []),
      ...['Connection: close', '', ''],
    ];
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined); // The server closes the connection on malformed requests.
    const timeout = setTimeout(() => socket.destroy(new Error('no answer')), HANGS_AFTER_MS);
    let isLate = false;
    socket.on('error', (error) => (isLate ||= error.message === 'no answer'));
    socket.end(Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), content]));
    if (!socket.closed) await once(socket, 'close').catch(() => undefined);
    clearTimeout(timeout);
    if (isLate) throw new Error('no answer');
    return answerIn(Buffer.concat(chunks).toString());
  }
}

function answerIn(received: string): Received | null {
  // Skips interim responses such as 100 Continue.
  const [, status, rest] =
    /^(?:HTTP\/1\.1 1\d\d[^]*?\r\n\r\n)*HTTP\/1\.1 ([2-5]\d{2})([^]*)$/.exec(received) ?? [];
  if (!status) return null;
  const end = rest!.indexOf('\r\n\r\n');
  const head = rest!.slice(0, end);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const isWhole = header('transfer-encoding') === '' && Number(header('content-length')) > 0;
  const text = rest!.slice(end + 4);
  return {
    status: Number(status),
    text,
    // A body in chunks, or none at all, is not parsed.
    contentType: isWhole && text !== '' ? header('content-type') : '',
    requestId: header('x-request-id'),
    retryAfter: header('retry-after') || null,
    isReplayed: header('idempotency-replayed') === 'true',
  };
}
