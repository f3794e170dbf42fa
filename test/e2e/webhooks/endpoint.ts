import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
}

type Answer = (response: ServerResponse, received: Received) => void;

/** Answers with a status and no more. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

/** Takes the request and says nothing until the test lets it. */
export const nothing: Answer = () => undefined;

/** A receiver that misbehaves as a test wants, and keeps what reached it. */
export class Endpoint {
  readonly received: Received[] = [];
  /** Answers not given yet. */
  readonly open: ServerResponse[] = [];
  connections = 0;
  answer: Answer = status(200);
  private readonly arrivals = new EventEmitter().setMaxListeners(0);

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Endpoint> {
    const server = createServer();
    const endpoint = new Endpoint(server);
    server.on('connection', () => (endpoint.connections += 1));
    server.on('request', (request, response) => void endpoint.take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return endpoint;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hooks'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Resolves once this many requests have come. */
  async count(wanted: number): Promise<void> {
    while (this.received.length < wanted) await once(this.arrivals, 'request');
  }

  header(name: string): (string | string[] | undefined)[] {
    return this.received.map(({ headers }) => headers[name]);
  }

  /** Answers everything that still waits, and from now on at once. */
  release(): void {
    this.answer = status(200);
    for (const response of this.open.splice(0)) if (!response.headersSent) response.writeHead(200).end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The sender gave up.
    }
    const received = { path: request.url ?? '', headers: request.headers, raw: Buffer.concat(chunks) };
    this.received.push(received);
    this.open.push(response);
    response.on('error', () => undefined);
    response.once('close', () => {
      const place = this.open.indexOf(response);
      if (place >= 0) this.open.splice(place, 1);
      this.arrivals.emit('closed');
    });
    this.answer(response, received);
    this.arrivals.emit('request');
  }

  /** Resolves once no answer is open any more. */
  async idle(): Promise<void> {
    while (this.open.length > 0) await once(this.arrivals, 'closed');
  }
}
