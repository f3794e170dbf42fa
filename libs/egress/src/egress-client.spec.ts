import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Config } from '@app/config';
import { Logger } from '@nestjs/common';
import { MAX_ANSWER } from './bounded-response';
import { EgressClient } from './egress-client';
import { EgressPolicy } from './egress-policy';

Logger.overrideLogger(false);

/** Known spellings of addresses of this machine or its network. */
const HOSTILE_HOSTS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...['0', '0.0.0.0', '127.0.0.1.', '①②⑦.0.0.1', '127。0。0。1', '127.0.0.1%2e', '127.255.255.254'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001:0:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[100::1]', '[ff02::1]'],
  ...['169.254.169.254', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1'],
  ...['localhost', 'localhost.', 'LOCALHOST', 'lOcAlHoSt.'],
];

describe('EgressClient', () => {
  let server: Server;
  let port: number;
  let connections = 0;
  let asked: (string | undefined)[] = [];
  const clients: EgressClient[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.headers.host);
      if (request.url === '/endless') {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(8192)));
        };
        response.on('drain', more);
        more();
      } else {
        if (request.url === '/close') response.setHeader('connection', 'close');
        response.end('hello');
      }
    });
    server.on('connection', () => (connections += 1));
    // Listens on every address of this machine, IPv6 and IPv4, to detect requests that pass the check.
    server.listen(0, '::');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    connections = 0;
    asked = [];
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.onApplicationShutdown()));
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function clientOf(env: Record<string, string> = {}, resolved?: (text: string) => string): EgressClient {
    const config = Config.from({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'false', ...env });
    const policy = new EgressPolicy(config);
    // A public address that leads to this machine. A check only before connecting would accept it.
    if (resolved) policy.allows = (address) => resolved(address) === address;
    const client = new EgressClient(policy, config);
    clients.push(client);
    return client;
  }

  const policyOf = (client: EgressClient) => (client as unknown as { policy: EgressPolicy }).policy;
  const post = (client: EgressClient, url: string) => client.post(url, {}, Buffer.from('{}'));

  /** Answers each lookup of a name with the next of these answers. */
  function answers(client: EgressClient, ...addresses: string[][]): jest.SpyInstance {
    let n = 0;
    return jest.spyOn(policyOf(client).names, 'resolve').mockImplementation(() => {
      const given = addresses[Math.min(n++, addresses.length - 1)]!;
      return Promise.resolve(given.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    });
  }

  it.each(HOSTILE_HOSTS)('opens no connection to %s', async (host) => {
    await expect(post(clientOf(), `http://${host}:${port}/`)).rejects.toThrow('not a public address');
    expect(connections).toBe(0);
  });

  it.each([
    ...['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:alert(1)', 'data:,x'],
    ...['http+unix://%2Ftmp%2Fsocket/', 'http://user@8.8.8.8/', 'http://:secret@8.8.8.8/', '//8.8.8.8/', ''],
  ])('refuses the URL "%s"', async (url) => {
    await expect(post(clientOf(), url)).rejects.toThrow('the URL must');
    expect(connections).toBe(0);
  });

  it('opens no connection for a name with any address of this machine', async () => {
    for (const found of [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['0.0.0.0'],
    ]) {
      const client = clientOf();
      answers(client, found);
      await expect(post(client, `http://rebound.example:${port}/`)).rejects.toThrow('not a public address');
      jest.restoreAllMocks();
    }
    expect(connections).toBe(0);
  });

  it('connects to the address that it checked and resolves a name once', async () => {
    // The second answer would be refused. The first one, which is checked, leads to this machine by another name.
    const client = clientOf({}, (address) => (address === '127.0.0.2' ? address : ''));
    const lookup = answers(client, ['127.0.0.2'], ['127.0.0.1']);
    const { status } = await post(client, `http://rebound.example:${port}/`);
    expect(status).toBe(200);
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([`rebound.example:${port}`]);
  });

  it('checks each connection again', async () => {
    const client = clientOf({}, (address) => (address === '127.0.0.2' ? address : ''));
    answers(client, ['127.0.0.2'], ['127.0.0.1']);
    await post(client, `http://rebound.example:${port}/close`);
    await expect(post(client, `http://rebound.example:${port}/`)).rejects.toThrow('not a public address');
    expect(asked).toHaveLength(1);
  });

  it('reads at most 64 KiB of a response', async () => {
    const client = clientOf({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_SECONDS: '60' });
    const { status, body } = await post(client, `http://127.0.0.1:${port}/endless`);
    expect(status).toBe(200);
    expect(body).toHaveLength(MAX_ANSWER);
  });

  it('ignores proxies of the environment', async () => {
    process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1/';
    const { status } = await post(clientOf({ WEBHOOK_ALLOW_PRIVATE: 'true' }), `http://127.0.0.1:${port}/`);
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
    expect(status).toBe(200);
  });

  it('reads the response in the time left after connecting', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const client = clientOf({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_SECONDS: '1' });
    const { port: at } = silent.address() as AddressInfo;
    await expect(post(client, `http://127.0.0.1:${at}/`)).rejects.toThrow('no answer within 1 seconds');
    silent.closeAllConnections();
    silent.close();
  });
});
