import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The endpoints of both merchants: those of the attacker never respond, that of the victim does at once. */
export class FloodReceiver {
  /** Milliseconds from each event of the victim to its arrival. */
  latencies: number[] = [];
  /** Requests to the attacker's endpoints, in total, waiting now, and waiting at once at most. */
  readonly hanging = { taken: 0, now: 0, most: 0 };

  private constructor(private readonly server: Server) {}

  static async open(): Promise<FloodReceiver> {
    const server = createServer();
    server.keepAliveTimeout = 60_000;
    const receiver = new FloodReceiver(server);
    server.on('request', (request, response) => void receiver.take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  urlOf(path: 'hang' | 'prompt'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${path}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { hanging } = this;
    if (request.url === '/hang') {
      hanging.taken += 1;
      hanging.most = Math.max(hanging.most, ++hanging.now);
      response.once('close', () => (hanging.now -= 1));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { from: string } };
    this.latencies.push(Date.now() - Number(data.from));
    response.writeHead(200).end();
  }
}
