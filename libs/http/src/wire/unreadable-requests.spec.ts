import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { type Hits, RateLimitStore } from '../limits/rate-limit-store';
import { UnreadableRequests } from './unreadable-requests';

/** Takes its time, as one does that asks over the network. */
class SlowStore extends RateLimitStore {
  async hit(): Promise<Hits> {
    await sleep(100);
    return { count: 1, resetsAtMs: 0, repeated: false };
  }
}

describe('Requests that nobody can read', () => {
  let server: Server;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const unreadable = new UnreadableRequests(new SlowStore(), [], log);
    server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 });
    server.on('clientError', (error, socket) => void unreadable.refuse(error, socket as Socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const answerTo = (...parts: string[]) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.setNoDelay(true).setEncoding('utf8');
      socket.on('data', (part: string) => (text += part)).on('error', () => undefined);
      socket.on('close', () => resolve(text));
      void (async () => {
        for (const part of parts) {
          socket.write(part);
          await sleep(10);
        }
      })();
    });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nAuthorization: Bearer secret\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\nContent-Length: 10\r\n\r\n{'],
  ])('are 408 where %s does not arrive in time, and nothing of them is logged', async (_, sent) => {
    const received = await answerTo(sent);
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    const body = JSON.parse(received.split('\r\n\r\n')[1]!) as { request_id: string };
    expect(body).toMatchObject({
      ...{ success: false, message: 'The request did not arrive in time.', error_code: 'VALIDATION_ERROR' },
    });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ request_id: body.request_id, status: 408 });
    expect(lines.join()).not.toContain('secret');
  });

  it('are answered and counted once, however much follows meanwhile', async () => {
    const before = lines.length;
    const received = await answerTo('FOO / HTTP/1.1\r\n\r\n', 'FOO / HTTP/1.1\r\n\r\n', 'more');
    // Whatever else was begun has had its time.
    await sleep(200);
    expect([received.match(/HTTP\/1\.1 400/g)?.length, lines.length - before]).toEqual([1, 1]);
  });
});
