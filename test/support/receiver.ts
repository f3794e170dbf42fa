import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts the shape it expects
  data: any;
  timestamp: number;
  headers: IncomingHttpHeaders;
  /** The exact bytes, which the signature covers. */
  raw: Buffer;
}

/** A merchant's webhook endpoint that stores requests and responds as the test requests. */
export class Receiver {
  readonly received: ReceivedEvent[] = [];
  /** Status of the next responses. */
  status = 200;
  private readonly arrivals = new EventEmitter().setMaxListeners(0);

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void receiver.keep(request).then(() => {
        response.statusCode = receiver.status;
        response.end('received');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** Resolves with the first event that matches, received before or later. */
  async next(matches: (event: ReceivedEvent) => boolean = () => true): Promise<ReceivedEvent> {
    for (;;) {
      const found = this.received.find(matches);
      if (found) return found;
      await once(this.arrivals, 'event');
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async keep(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const envelope = JSON.parse(raw.toString()) as Pick<ReceivedEvent, 'event' | 'data' | 'timestamp'>;
    this.received.push({ ...envelope, headers: request.headers, raw });
    this.arrivals.emit('event');
  }
}

/** Whether the received signature covers the received bytes. */
export function isSigned({ raw, headers }: ReceivedEvent, secret: string): boolean {
  return (
    headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
  );
}
