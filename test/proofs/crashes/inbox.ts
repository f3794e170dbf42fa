import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The events that one endpoint received and their positions in its app's sequence. */
export class Mailbox {
  secret = '';
  /** Event ids by "event object". */
  readonly ids = new Map<string, Set<string>>();
  readonly sequences = new Set<number>();
  forged = 0;
}

/** The endpoints of all shops. One server that stores no bodies, because a long run sends half a million. */
export class Inbox {
  readonly boxes = new Map<string, Mailbox>();
  private received = 0;

  private constructor(private readonly server: Server) {}

  /** Responds to every `refuseEvery`-th delivery with 503, so that some are sent again. */
  static async open(refuseEvery: number): Promise<Inbox> {
    const server = createServer();
    const inbox = new Inbox(server);
    server.on('request', (request, response) => {
      inbox.received += 1;
      const isRefused = inbox.received % refuseEvery === 0;
      void inbox.keep(request, isRefused).then(() => response.writeHead(isRefused ? 503 : 200).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return inbox;
  }

  boxOf(name: string): { box: Mailbox; url: string } {
    const box = new Mailbox();
    this.boxes.set(name, box);
    return { box, url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}` };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async keep(request: IncomingMessage, isRefused: boolean): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isRefused) return;
    const box = this.boxes.get(request.url!.slice(1))!;
    const raw = Buffer.concat(chunks);
    const signature = `sha256=${createHmac('sha256', box.secret).update(raw).digest('hex')}`;
    if (!equal(signature, String(request.headers['x-service-signature']))) return void (box.forged += 1);
    const { event, data } = JSON.parse(raw.toString()) as { event: string; data: Record<string, string> };
    const name = `${event} ${data.transaction_id ?? data.session_id ?? data.batch_id}`;
    const ids = box.ids.get(name) ?? new Set();
    ids.add(String(request.headers['x-service-event-id']));
    box.ids.set(name, ids);
    box.sequences.add(Number(request.headers['x-service-event-sequence']));
  }
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
