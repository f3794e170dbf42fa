import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SpaceEvent {
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts the shape it expects
  data: any;
  /** Unix seconds, in the time of the space. */
  timestamp: number;
}

/** What a receiver does with an event before it answers. */
export type Reaction = (event: SpaceEvent) => Promise<void>;

/** One server with an address for each space, which may act on an event before it answers it. */
export class SpaceReceiver {
  private readonly reactions = new Map<string, Reaction>();
  private readonly disturbances = new Map<string, () => Promise<void>>();
  private readonly refused = new Set<string>();
  /** What reactions threw. */
  readonly faults: unknown[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpaceReceiver> {
    const server = createServer();
    const receiver = new SpaceReceiver(server);
    server.on('request', (request, response) => {
      void receiver.take(request).then((status) => response.writeHead(status).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  /** The address of a space. */
  addressOf(appId: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${appId}`;
  }

  on(appId: string, reaction: Reaction): void {
    this.reactions.set(appId, reaction);
  }

  /** Does this first with each event of a space. */
  before(appId: string, disturbance: () => Promise<void>): void {
    this.disturbances.set(appId, disturbance);
  }

  /** From now on each event of a space gets an error. */
  refuse(appId: string): void {
    this.refused.add(appId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<number> {
    const appId = request.url!.slice(1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      await this.disturbances.get(appId)?.();
      await this.reactions.get(appId)?.(JSON.parse(Buffer.concat(chunks).toString()) as SpaceEvent);
    } catch (error) {
      this.faults.push(error);
    }
    return this.refused.has(appId) ? 500 : 200;
  }
}
