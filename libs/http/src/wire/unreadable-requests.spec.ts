import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { Config } from '@app/config';
import { ManualClock } from '@app/kernel';
import { type RateLimitRecord, RateLimitStorage } from '../limits/rate-limit.storage';
import { ErrorBodies } from './error-bodies';
import { UnreadableRequests } from './unreadable-requests';

/** Answers when it is released, to simulate a store behind a network. */
class HeldStorage extends RateLimitStorage {
  asked = 0;
  private let: (() => void)[] = [];

  async increment(_key: string, _ttl: number, limit: number): Promise<RateLimitRecord> {
    this.asked++;
    await new Promise<void>((resolve) => this.let.push(resolve));
    return this.recordOf({ totalHits: 1, resetsAtMs: 0, isRepeat: false }, limit, 0);
  }

  blocked(): null {
    return null;
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  letGo(): void {
    for (const resolve of this.let.splice(0)) resolve();
  }
}

describe('Requests that cannot be read', () => {
  let server: Server;
  const store = new HeldStorage(new ManualClock(), true);
  const lines: string[] = [];
  const bodies: string[] = [];
  beforeAll(async () => {
    const errors = new ErrorBodies(Config.from({}), 'app');
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const unreadable = new UnreadableRequests(store, [], {}, errors, log);
    server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 });
    server.on('request', (request) => {
      let body = '';
      request.on('data', (part) => (body += String(part))).on('end', () => bodies.push(body));
    });
    server.on(
      'clientError',
      (error: NodeJS.ErrnoException, socket) => void unreadable.refuse(error, socket as Socket),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  /** Sends `more` after the first part was refused, and returns what is received. */
  async function answerTo(first: string, ...more: string[]): Promise<string> {
    let text = '';
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.on('data', (part: string) => (text += part)).on('error', () => undefined);
    const closed = Promise.all([
      once(socket, 'close'),
      connected.then(([accepted]) => once(accepted, 'close')),
    ]);
    const refused = once(server, 'clientError');
    socket.write(first);
    await refused;
    for (const part of more) socket.write(part);
    store.letGo();
    await closed;
    return text;
  }

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nAuthorization: Bearer secret\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\nContent-Length: 10\r\n\r\n{'],
  ])('are 408 where %s does not arrive in time, and nothing of them is logged', async (_, sent) => {
    const received = await answerTo(sent);
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    const body = JSON.parse(received.split('\r\n\r\n')[1]!) as { request_id: string };
    expect(body).toMatchObject({
      success: false,
      message: 'The request did not arrive in time.',
      error_code: 'VALIDATION_ERROR',
    });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ request_id: body.request_id, status: 408 });
    expect(lines.join()).not.toContain('secret');
  });

  it('are never executed after their 408, although the rest of their body arrives', async () => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const refused = once(server, 'clientError');
    const start = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{}';
    socket.write(start);
    const [connection] = await accepted;
    await refused;
    store.letGo();
    await once(socket, 'data');
    const closed = once(connection, 'close');
    socket.end('  ');
    await closed;
    expect([connection.bytesRead, bodies]).toEqual([start.length + 2, []]);
  });

  it('are answered and counted once, even when more input follows', async () => {
    const [asked, logged] = [store.asked, lines.length];
    const received = await answerTo('FOO / HTTP/1.1\r\n\r\n', 'FOO / HTTP/1.1\r\n\r\n', 'more');
    expect([received.match(/HTTP\/1\.1 400/g)?.length, store.asked - asked, lines.length - logged]).toEqual([
      ...[1, 1, 1],
    ]);
  });
});
