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

  it('endless headers, or one header that never ends, count by the status line', async () => {
    answer = endlessly(OK, `X-More: ${'x'.repeat(1000)}\r\n`);
    expect(await post()).toEqual({ status: 200, body: Buffer.alloc(0) });
    answer = endlessly(`${OK}X-Long: `, 'x'.repeat(1000));
    expect(await post()).toEqual({ status: 200, body: Buffer.alloc(0) });
  });

  it('slow headers count by the status line at the time limit', async () => {
    answer = endlessly(OK, 'X-More: x\r\n', 50);
    expect((await post(SHORT_SECONDS)).status).toBe(200);
    expect((await sender(EgressProbe, SHORT_SECONDS).post(url(), {}, body, never)).status).toBe(200);
  });

  it('a status line that never ends is not a response', async () => {
    answer = endlessly('HTTP/1.', '1');
    await expect(post(SHORT_SECONDS)).rejects.toThrow();
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
    ['half a status line', 'HTTP/1.1 2'],
    ['a status that does not exist', 'HTTP/1.1 999 OK\r\nContent-Length: x\r\n\r\n'],
    ['only an informational status', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s is not a response', async (_, text) => {
    answer = (socket) => socket.end(text);
    await expect(post()).rejects.toThrow();
  });

  describe.each([200, 204, 404, 500])('responses with status %i', (code) => {
    it.each([
      ['two equal lengths', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok', 'ok'],
      ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\nok', 'ok'],
      [
        'a length beside chunks',
        'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        '0\r\n\r\n',
      ],
      ['no length that is a number', 'Content-Length: two\r\n\r\nok', 'ok'],
      ['a negative length', 'Content-Length: -1\r\n\r\nok', 'ok'],
      ['an unknown transfer coding', 'Transfer-Encoding: rot13\r\n\r\nok', 'ok'],
      ['a header without a name', ': x\r\n\r\nok', 'ok'],
      ['a header with control characters', 'X-Bad: a\u0000b\r\n\r\nok', 'ok'],
      ['bytes in place of headers', '\u0000\u0001\u0002\u0003', ''],
      ['nothing more', '', ''],
      ['half a header', 'Content-Le', ''],
    ])('count by the status line with %s', async (_, rest, excerpt) => {
      answer = (socket) => socket.end(`HTTP/1.1 ${code} Status\r\n${rest}`);
      const found = await post();
      expect([found.status, code === 204 ? excerpt : found.body.toString()]).toEqual([code, excerpt]);
      expect((await sender(EgressProbe, LONG_SECONDS).post(url(), {}, body, never)).status).toBe(code);
    });
  });

  it.each([
    ['shorter than its length', 'Content-Length: 10\r\n\r\nabc', 'abc'],
    ['longer than its length', 'Content-Length: 3\r\n\r\nabcdef', 'abc'],
    ['in chunks with an invalid size', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n', 'abc'],
    ['in chunks that end early', 'Transfer-Encoding: chunked\r\n\r\n5\r\nabc', 'abc'],
    ['of invalid gzip', 'Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc', 'abc'],
  ])('a body %s counts by the status, with what could be read', async (_, rest, excerpt) => {
    answer = (socket) => socket.end(OK + rest);
    expect(await post()).toEqual({ status: 200, body: Buffer.from(excerpt) });
  });

  it('a response in pieces counts by its status line, and the next request gets its own response', async () => {
    const pieces = ['HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n', OK, 'Content-Length: 2\r\n'];
    const client = sender(EgressClient, LONG_SECONDS);
    answer = (socket) => {
      void (async () => {
        for (const piece of [...pieces, 'Content-Length: 2\r\n\r\n'])
          await new Promise((sent) => socket.write(piece, () => setImmediate(sent)));
        socket.end('ok');
      })();
    };
    expect((await client.post(url(), {}, body)).status).toBe(200);
    // Connections are kept: each may answer its second request with another status.
    answer = (socket, first) => {
      const reply = (request: Buffer) =>
        socket.write(
          request.includes('/broken')
            ? 'HTTP/1.1 500 No\r\nContent-Length: x\r\n\r\nno'
            : `${OK}Content-Length: 3\r\n\r\nyes`,
        );
      socket.on('data', reply);
      reply(first);
    };
    for (let i = 0; i < 5; i++) {
      expect(await client.post(url(), {}, body)).toEqual({ status: 200, body: Buffer.from('yes') });
      const broken = await client.post(`${url()}broken`, {}, body);
      expect(broken).toEqual({ status: 500, body: Buffer.from('no') });
    }
  });

  it('each of many responses at once counts by its own status line', async () => {
    const client = sender(EgressClient, LONG_SECONDS);
    const codes = Array.from({ length: 20 }, (_, i) => 200 + i);
    answer = (socket, request) => {
      const [, code] = /X-Code: (\d+)/i.exec(request.toString())!;
      socket.end(`HTTP/1.1 ${code} Status\r\nContent-Length: x\r\n\r\n${code}`);
    };
    const found = await Promise.all(codes.map((code) => client.post(url(), { 'X-Code': `${code}` }, body)));
    expect(found.map(({ status, body: text }) => [status, Number(text)])).toEqual(
      codes.map((code) => [code, code]),
    );
  });

  it('are requested at the path and query as given', async () => {
    const client = sender(EgressClient, LONG_SECONDS);
    const asked: string[] = [];
    answer = (socket, request) => {
      asked.push(request.toString().split(' ')[1]!);
      socket.end(`${OK}Content-Length: 0\r\n\r\n`);
    };
    const paths = ["/a/../b/%7e~?sig=a/b%20c+(d)'|{}^&flag&=&%E9", '/?', '/x?y=z&'];
    for (const path of paths) await client.post(`${url().slice(0, -1)}${path}#part`, {}, body);
    await client.post(`${url().slice(0, -1)}?q=é`, {}, body);
    await sender(EgressProbe, LONG_SECONDS).post(`${url().slice(0, -1)}${paths[0]}`, {}, body, never);
    expect(asked).toEqual([...paths, '/?q=%C3%A9', paths[0]]);
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
