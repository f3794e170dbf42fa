import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver does with a request; every part may be replaced by a faulty one. */
export interface Habits {
  /** Whether the signature is right. */
  verifies(raw: string, headers: IncomingHttpHeaders, secret: string): boolean;
  /** Whether it was sent just now. */
  isFresh(raw: string, headers: IncomingHttpHeaders): boolean;
  /** Status for a genuine event. */
  statusFor(body: GenuineBody, isNew: boolean): number;
  /** What it says of the event, if anything. */
  outcome(isNew: boolean): string | undefined;
  /** Called before each answer. */
  beforeAnswer(response: ServerResponse): Promise<void> | void;
  /** Called when a sender hung up before its body was whole. */
  onBroken(): void;
}

interface GenuineBody {
  event: string;
  data: { object?: string; position?: number };
  timestamp: number;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
const seconds = () => Math.floor(Date.now() / 1000);
export const isRecent = (timestamp: unknown) => Math.abs(seconds() - Number(timestamp)) <= 300;

/** As Standard Webhooks wants it: id, time and body. */
export function verifiesAll(raw: string, headers: IncomingHttpHeaders, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
  return headers['webhook-signature'] === `v1,${hmac(key, signed).digest('base64')}`;
}

/** As the service's own signature has it: the body alone. */
export function verifiesBody(raw: string, headers: IncomingHttpHeaders, secret: string): boolean {
  return headers['x-service-signature'] === `sha256=${hmac(secret, raw).digest('hex')}`;
}

const GOOD: Habits = {
  verifies: verifiesAll,
  isFresh: (_, headers) => isRecent(headers['webhook-timestamp']),
  statusFor: () => 200,
  outcome: (isNew) => (isNew ? 'handled' : 'duplicate'),
  beforeAnswer: () => undefined,
  onBroken: () => undefined,
};

/** A merchant's endpoint with habits, good but for those a test spoils. */
export class HabitualReceiver {
  secret = '';
  private readonly seen = new Set<string>();

  private constructor(
    private readonly server: Server,
    private readonly habits: Habits,
  ) {}

  static async with(spoiled: Partial<Habits> = {}): Promise<HabitualReceiver> {
    const server = createServer();
    const receiver = new HabitualReceiver(server, { ...GOOD, ...spoiled });
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => receiver.habits.onBroken());
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        void receiver.answer(raw, request.headers, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** A second time does nothing. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(raw: string, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const { habits, secret, seen } = this;
    await habits.beforeAnswer(response);
    if (!habits.verifies(raw, headers, secret) || !habits.isFresh(raw, headers))
      return void response.writeHead(401).end();
    const id = String(headers['webhook-id']);
    const isNew = !seen.has(id);
    seen.add(id);
    const outcome = habits.outcome(isNew);
    const said = outcome === undefined ? {} : { 'X-Webhook-Outcome': outcome };
    response.writeHead(habits.statusFor(JSON.parse(raw) as GenuineBody, isNew), said).end();
  }
}
