import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Config } from '@app/config';
import { Logger } from '@nestjs/common';
import { EgressClient } from './egress-client';
import { EgressPolicy } from './egress-policy';
import { EgressProbe } from './egress-probe';

Logger.overrideLogger(false);

/**
 * Spellings of this machine's address, or of its network, within a URL. The server of the test listens on `PORT`.
 */
const HOSTILE_URLS = [
  // Spellings that browsers do not show and that parse as 127.0.0.1.
  ...['http:127.0.0.1:PORT/', 'http:/127.0.0.1:PORT/', 'http:\\\\127.0.0.1:PORT\\', 'HTTP://127.0.0.1:PORT/'],
  ...[
    ' http://127.0.0.1:PORT/',
    'http://12\t7.0.0.1:PORT/',
    'ht\ntp://127.0.0.1:PORT/',
    'http:////127.0.0.1:PORT/',
  ],
  ...['http://%31%32%37.0.0.1:PORT/', 'http://１２７.０.０.１:PORT/', 'http://127.0.0.1\u00ad:PORT/'],
  ...['http://0X7F.1:PORT/', 'http://0x7f.0x1:PORT/', 'http://0177.1:PORT/', 'http://00000177.0.0.1:PORT/'],
  ...['http://127.0.0.1.:PORT/', 'http://127.1.:PORT/', 'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/'],
  ...['http://ｌｏｃａｌｈｏｓｔ:PORT/', 'http://ⓛocalhost:PORT/', 'http://localhost%2e:PORT/'],
  ...['http://127.0.0.1..:PORT/'],
  // The host follows the last @ and precedes the first #, ? or slash of either kind.
  ...[
    'http://127.0.0.1:PORT#@8.8.8.8/',
    'http://127.0.0.1:PORT?@8.8.8.8/',
    'http://127.0.0.1:PORT\\@8.8.8.8/',
  ],
  ...['http://127.0.0.1:PORT/@8.8.8.8', 'http://127.0.0.1:PORT/..//8.8.8.8/'],
  // IPv4 inside IPv6: this machine, its network, and the metadata host that returns credentials.
  ...['http://[::7f00:1]:PORT/', 'http://[::ffff:a9fe:a9fe]:PORT/', 'http://[::ffff:10.0.0.1]:PORT/'],
  ...[
    'http://[64:ff9b::a9fe:a9fe]:PORT/',
    'http://[2002:a9fe:a9fe::1]:PORT/',
    'http://[2002:c0a8:1::1]:PORT/',
  ],
  ...['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:PORT/', 'http://[::ffff:0:7f00:1]:PORT/'],
];

/** Refused by their form, before any lookup or connection. */
const MALFORMED_URLS = [
  ...['http://8.8.8.8@127.0.0.1:PORT/', 'http://8.8.8.8:80@127.0.0.1:PORT/', 'http://a:b@[::1]:PORT/'],
  ...[
    'http://@127.0.0.1:x/',
    'http://[::1%25lo]:PORT/',
    'http://[fe80::1%25eth0]:PORT/',
    'http://[::1%lo]:PORT/',
  ],
  ...['http://4294967296:PORT/', 'http://127.0.0.256:PORT/', 'http://0x100000000:PORT/'],
  ...[
    'http://127.0.0.1:99999/',
    'http://127.0.0.1 :PORT/',
    'http://127.0.0.1%00:PORT/',
    'http://%00127.0.0.1:PORT/',
  ],
  ...[
    'ws://127.0.0.1:PORT/',
    'ldap://127.0.0.1:PORT/',
    'dict://127.0.0.1:PORT/',
    'blob:http://127.0.0.1:PORT/x',
  ],
];

describe('Hostile URLs', () => {
  let listener: Server;
  let connections = 0;
  const config = Config.from({
    NODE_ENV: 'test',
    WEBHOOK_ALLOW_PRIVATE: 'false',
    WEBHOOK_TIMEOUT_SECONDS: '5',
  });
  const policy = new EgressPolicy(config);
  const client = new EgressClient(policy, config);
  const probe = new EgressProbe(policy, config);
  const never = new AbortController().signal;
  const BODY = Buffer.from('{}');

  beforeAll(async () => {
    // Listens on every address of this machine, IPv6 and IPv4, to detect requests that pass the check.
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    listener.listen(0, '::');
    await once(listener, 'listening');
  });
  beforeEach(() => (connections = 0));
  afterAll(async () => {
    await Promise.all([client.onApplicationShutdown(), probe.onApplicationShutdown()]);
    listener.close();
    await once(listener, 'close');
  });

  const here = (url: string) => url.replace('PORT', String((listener.address() as AddressInfo).port));

  it('would be detected: the listener receives allowed requests', async () => {
    const open = Config.from({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'true' });
    const free = new EgressClient(new EgressPolicy(open), open);
    for (const url of ['http://127.0.0.1:PORT/', 'http://[::1]:PORT/', 'http:\\\\127.0.0.1:PORT\\'])
      await expect(free.post(here(url), {}, BODY)).rejects.toThrow();
    expect(connections).toBe(3);
    await free.onApplicationShutdown();
  });

  it.each(HOSTILE_URLS)('%j does not connect', async (url) => {
    // A resolver that does not recognise an unusual spelling of localhost does not connect either.
    const reason = /not a public address|ENOTFOUND|EAI_AGAIN/;
    await expect(client.post(here(url), {}, BODY)).rejects.toThrow(reason);
    await expect(probe.post(here(url), {}, BODY, never)).rejects.toThrow(reason);
    await expect(probe.postReadingSlowly(here(url), {}, BODY, never)).rejects.toThrow(reason);
    await expect(probe.hangUp(here(url), {}, BODY, never)).rejects.toThrow(reason);
    expect(connections).toBe(0);
  });

  it.each(MALFORMED_URLS)('%j is not an accepted URL', async (url) => {
    await expect(client.post(here(url), {}, BODY)).rejects.toThrow('the URL must');
    await expect(probe.post(here(url), {}, BODY, never)).rejects.toThrow('the URL must');
    await expect(probe.hangUp(here(url), {}, BODY, never)).rejects.toThrow('the URL must');
    await expect(policy.assertAllowedUrl(here(url))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(connections).toBe(0);
  });

  it.each([
    ...[
      'http://8.8.8.8/',
      'https://8.8.8.8:22/',
      'https://8.8.8.8:6379/',
      'https://8.8.8.8:80/',
      'http://[2606:4700::1]/',
    ],
  ])('%s is refused by its form in production', async (url) => {
    const production = { isProduction: true, webhookAllowPrivate: false, env: config.env } as Config;
    const strict = new EgressClient(new EgressPolicy(production), production);
    await expect(strict.post(url, {}, BODY)).rejects.toThrow(
      /must be an https URL|must use port 443 or 8443/,
    );
    await strict.onApplicationShutdown();
  });
});
