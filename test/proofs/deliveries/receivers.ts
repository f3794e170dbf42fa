import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Manner = 'healthy' | 'slow' | 'failing' | 'redirecting' | 'hanging up';

/** Twenty endpoints by behaviour. */
export const MANNERS: Manner[] = [
  ...Array<Manner>(10).fill('healthy'),
  ...Array<Manner>(3).fill('slow'),
  ...Array<Manner>(3).fill('failing'),
  ...Array<Manner>(2).fill('redirecting'),
  ...Array<Manner>(2).fill('hanging up'),
];

/** What one endpoint accepted. */
export class Box {
  /** Number of times that each event was accepted, by its id. */
  readonly taken = new Map<string, number>();
  /** Numbers within the events of the app. */
  readonly sequences = new Set<number>();
  /** By object, the number of the latest event that was accepted for the first time. */
  readonly places = new Map<string, number>();
  /** Events that were accepted before an earlier one about the same object. */
  disordered = 0;
  forged = 0;
  refused = 0;
  repeated = 0;
  /** Milliseconds from the event to its first arrival. */
  latencies: number[] = [];

  constructor(
    readonly manner: Manner,
    readonly secret: string,
  ) {}
}

/** The endpoints of all merchants: one server with one path each. The misbehaving ones recover on request. */
export class Receivers {
  readonly boxes: Box[] = [];
  recovered = false;

  private constructor(
    private readonly server: Server,
    private readonly slowMs: number,
  ) {}

  static async open(slowMs: number, secretOf: (n: number) => string): Promise<Receivers> {
    const server = createServer();
    server.keepAliveTimeout = 60_000;
    const receivers = new Receivers(server, slowMs);
    MANNERS.forEach((manner, n) => receivers.boxes.push(new Box(manner, secretOf(n))));
    server.on('request', (request, response) => void receivers.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receivers;
  }

  urlOf(n: number): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${n}`;
  }

  get taken(): number {
    return this.boxes.reduce((sum, { taken }) => sum + taken.size, 0);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const box = this.boxes[Number(request.url!.slice(1))]!;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The sender was killed.
    }
    response.on('error', () => undefined);
    if (!this.recovered && this.misbehave(box, response)) return void (box.refused += 1);
    this.keep(box, request, Buffer.concat(chunks));
    if (box.manner === 'slow' && !this.recovered)
      setTimeout(() => response.writeHead(200).end(), this.slowMs);
    else response.writeHead(200).end();
  }

  private misbehave({ manner }: Box, response: ServerResponse): boolean {
    if (manner === 'failing') response.writeHead(500).end('no');
    else if (manner === 'redirecting') response.writeHead(302, { location: this.urlOf(0) }).end();
    else if (manner === 'hanging up') response.socket!.destroy();
    else return false;
    return true;
  }

  private keep(box: Box, { headers }: IncomingMessage, raw: Buffer): void {
    const signature = `sha256=${createHmac('sha256', box.secret).update(raw).digest('hex')}`;
    if (headers['x-service-signature'] !== signature) return void (box.forged += 1);
    const id = String(headers['x-service-event-id']);
    const times = box.taken.get(id) ?? 0;
    box.taken.set(id, times + 1);
    if (times > 0) return void (box.repeated += 1);
    box.sequences.add(Number(headers['x-service-event-sequence']));
    const object = String(headers['x-service-object-id']);
    const place = Number(headers['x-service-object-sequence']);
    if (place !== (box.places.get(object) ?? 0) + 1) box.disordered += 1;
    box.places.set(object, place);
    const { data } = JSON.parse(raw.toString()) as { data: { from: string } };
    box.latencies.push(Date.now() - Number(data.from));
  }
}
