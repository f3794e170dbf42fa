import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Config } from '@app/config';
import { Logger } from '@nestjs/common';
import { MAX_ANSWER } from './bounded-response';
import { EgressClient } from './egress-client';
import { EgressPolicy } from './egress-policy';
import { EgressProbe } from './egress-probe';

Logger.overrideLogger(false);

const OK = 'HTTP/1.1 200 OK\r\n';
/** For responses that end by themselves: no machine is too busy to receive them. */
const LONG_SECONDS = 60;
/** For responses that never end. */
const SHORT_SECONDS = 1;

describe('Hostile responses', () => {
  let server: Server;
  let answer: (socket: Socket, request: Buffer) => void;
  let connections = 0;
  const sockets = new Set<Socket>();
  let opened: { onApplicationShutdown(): Promise<void> }[] = [];
  const never = new AbortController().signal;

  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.once('data', (request) => answer(socket, request));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    connections = 0;
  });
  afterEach(async () => {
    await Promise.all(opened.map((sender) => sender.onApplicationShutdown()));
    opened = [];
    for (const socket of sockets) socket.destroy();
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  /** A client or a probe with this time limit, closed after the test. */
  function sender<T extends { onApplicationShutdown(): Promise<void> }>(
    type: new (policy: EgressPolicy, config: Config) => T,
    seconds: number,
  ): T {
    const config = Config.from({
      NODE_ENV: 'test',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_TIMEOUT_SECONDS: String(seconds),
    });
    const made = new type(new EgressPolicy(config), config);
    opened.push(made);
    return made;
  }
  const body = Buffer.from('{}');
  const post = (seconds = LONG_SECONDS) => sender(EgressClient, seconds).post(url(), {}, body);

  /** Writes the piece repeatedly, as fast as it is read or with a pause, until the connection closes. */
  const endlessly =
    (head: string, piece: string, everyMs = 0) =>
    (socket: Socket) => {
      socket.write(head);
      const timer = setInterval(
        () => socket.writable && socket.writableLength < 1e6 && socket.write(piece),
        everyMs,
      );
      socket.on('close', () => clearInterval(timer));
    };
  it('an endless body is read up to 64 KiB', async () => {
    answer = endlessly(`${OK}\r\n`, 'x'.repeat(8192));
    const { status, body } = await post();
    expect([status, body.length]).toEqual([200, MAX_ANSWER]);
  });

  it('a slow body is abandoned at the time limit, and its status counts', async () => {
    answer = endlessly(`${OK}Content-Length: 1000000\r\n\r\n`, 'x', 50);
    const { status, body } = await post(SHORT_SECONDS);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
  });

  it('endless headers, or one header that never ends, are not a response', async () => {
    answer = endlessly(OK, `X-More: ${'x'.repeat(1000)}\r\n`);
    await expect(post()).rejects.toThrow(/header/i);
    answer = endlessly(`${OK}X-Long: `, 'x'.repeat(1000));
    await expect(post()).rejects.toThrow(/header/i);
  });

  it('slow headers are not a response after the time limit', async () => {
    answer = endlessly(OK, 'X-More: x\r\n', 50);
    await expect(post(SHORT_SECONDS)).rejects.toThrow('no answer within 1 seconds');
  });

  it('informational statuses are not a response, in any number', async () => {
    answer = endlessly('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 20);
    await expect(post(SHORT_SECONDS)).rejects.toThrow('no answer within 1 seconds');
  });

  it('a compressed body is not decompressed, so a bomb stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    answer = (socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    };
    const { status, body } = await post();
    expect(status).toBe(200);
    expect(body.equals(bomb.subarray(0, MAX_ANSWER))).toBe(true);
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is a response and is not followed', async (code) => {
    answer = (socket) =>
      socket.end(`HTTP/1.1 ${code} Elsewhere\r\nLocation: ${url()}elsewhere\r\nContent-Length: 0\r\n\r\n`);
    expect((await post()).status).toBe(code);
    expect((await sender(EgressProbe, LONG_SECONDS).post(url(), {}, body, never)).status).toBe(code);
    expect(connections).toBe(2);
  });

  it.each([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['a header that smuggles', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nab`],
  ])('%s is not a response', async (_, text) => {
    answer = (socket) => socket.end(text);
    await expect(post()).rejects.toThrow();
  });

  it('a truncated body counts by its status', async () => {
    answer = (socket) => socket.end(`${OK}Content-Length: 10\r\n\r\nabc`);
    expect(await post()).toMatchObject({ status: 200, body: Buffer.from('abc') });
  });

  it('a TLS handshake that never begins is not a response', async () => {
    answer = () => undefined;
    await expect(
      sender(EgressClient, SHORT_SECONDS).post(url().replace('http:', 'https:'), {}, body),
    ).rejects.toThrow('no answer within 1 seconds');
  });

  it('slow reading ends after its time limit, whatever the size of the body', async () => {
    answer = endlessly(`${OK}\r\n`, 'x'.repeat(8192));
    const { status } = await sender(EgressProbe, SHORT_SECONDS).postReadingSlowly(url(), {}, body, never);
    expect(status).toBe(200);
  });

  it('disconnecting sends half of the announced body', async () => {
    const half = Buffer.from('{"half":"and half"}');
    const all = new Promise<string>((resolve) => {
      answer = (socket, first) => {
        const chunks = [first];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
      };
    });
    await sender(EgressProbe, LONG_SECONDS).hangUp(url(), { 'X-Test': 'yes' }, half, never);
    const received = await all;
    expect(received).toMatch(/^POST \/ HTTP\/1.1\r\n/);
    expect(received.toLowerCase()).toContain(`content-length: ${half.length}`);
    expect(received.endsWith(half.subarray(0, half.length >> 1).toString())).toBe(true);
  });

  it('disconnecting reports an error if nothing could be sent', async () => {
    const tls = url().replace('http:', 'https:');
    await expect(sender(EgressProbe, SHORT_SECONDS).hangUp(tls, {}, body, never)).rejects.toThrow('Timeout');
    await expect(
      sender(EgressProbe, LONG_SECONDS).hangUp(url(), {}, body, AbortSignal.abort()),
    ).rejects.toThrow('aborted');
  });
});
