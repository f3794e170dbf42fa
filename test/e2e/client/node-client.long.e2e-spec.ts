import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '@app/config';
import { createApp } from '@app/http';
import { RelayWorker } from '@app/write-path';
import { SandboxApiModule } from '../../../apps/sandbox-api/src/sandbox-api.module';
import { eventually } from '../../support/eventually';
import { PackedClient } from '../../support/packed-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Program } from '../../support/program';
import { SeveringProxy } from '../../support/severing-proxy';
import { CARDS } from '../../support/test-cards';
import { Shop } from '../checkout-api/cards';
import { USES } from './uses-of-types';

type Client = typeof import('../../../packages/node/src/index.js', { with: { 'resolution-mode': 'import' } });

const ROOT = path.resolve(__dirname, '../../..');
const QUICKSTART = readFileSync(path.join(ROOT, 'examples/quickstart/shop.mjs'), 'utf8');
const PAGE = readFileSync(path.join(ROOT, 'docs/guides/node-client.md'), 'utf8');
const MAX_SCRIPT_BYTES = 70_000;

describe('The packed Node client', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let packed: PackedClient;
  let client: Client;
  /** A further process of the sandbox, whose connections to the database can be broken. */
  let fragile: NestFastifyApplication | undefined;
  let proxy: SeveringProxy | undefined;
  const running: Program[] = [];

  beforeAll(async () => {
    [platform, packed] = await Promise.all([
      startPlatform({ apps: ['business', 'sandbox', 'scheduler'], env: { RATE_LIMITS: 'false' } }),
      PackedClient.install(),
    ]);
    merchant = await platform.merchant();
    client = createRequire(path.join(packed.project('commonjs'), 'shop.js'))(
      '@payments-platform/node',
    ) as Client;
  });
  afterEach(async () => {
    for (const program of running.splice(0)) await program.end('SIGKILL');
  });
  afterAll(async () => {
    packed?.remove();
    await fragile?.close();
    await proxy?.close();
    await platform?.stop();
  });

  const payAt = (sandbox: string) =>
    new client.Payments({ secretKey: merchant.test.secret_key, hosts: { sandbox } });
  const sessionsOf = (orderRef: string) =>
    payAt(platform.urls.sandbox).sessions.list({ order_ref: orderRef }).page();
  const start = (file: string, env: Record<string, string>) => {
    const program = Program.run(path.relative(ROOT, file), [], env);
    running.push(program);
    return program;
  };

  it('has no dependency, its types, and at most 70 kB of JavaScript', () => {
    const manifest = JSON.parse(readFileSync(path.join(packed.installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    const files = readdirSync(packed.installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(path.join(packed.installed, file)).isFile(),
    );
    const scripts = files.filter((file) => file.endsWith('.js'));
    const types = files.filter((file) => file.endsWith('.d.ts'));
    expect(files.filter((file) => !/\.js$|\.d\.ts$|^README\.md$|package\.json$/.test(file))).toEqual([]);
    expect(scripts.map((file) => file.replace(/js$/, 'd.ts')).toSorted()).toEqual(types.toSorted());
    const bytes = scripts.reduce((sum, file) => sum + statSync(path.join(packed.installed, file)).size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });

  it.each(['module', 'commonjs'] as const)('type-checks in a project of the type %s', (type) => {
    packed.write(type, 'uses.ts', USES);
    const options = { strict: true, noEmit: true, target: 'es2022', module: 'node16', types: [] };
    packed.write(type, 'tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['uses.ts'] }));
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], {
      cwd: packed.project(type),
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it.each([
    ['module', 'shop.mjs', (text: string) => text],
    // In CommonJS an import is a call of require().
    [
      'commonjs',
      'shop.cjs',
      (text: string) => text.replace(/^import (\{.*\}) from (.*);$/gm, 'const $1 = require($2);'),
    ],
  ] as const)('runs the quickstart in a project of the type %s', async (type, name, converted) => {
    const relative = '../../packages/node/dist/esm/index.js';
    expect(QUICKSTART).toContain(relative);
    const file = packed.write(type, name, converted(QUICKSTART.replace(relative, '@payments-platform/node')));
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const order = `order-${type}`;
    const pay = payAt(platform.urls.sandbox);
    const endpoint = await pay.webhooks.create({ url: `${address}/webhook` });
    const shop = start(file, {
      CHECKOUT: platform.urls.sandbox,
      SECRET_KEY: merchant.test.secret_key,
      WEBHOOK_SECRET: endpoint.secret,
      PORT: port,
      ORDER: order,
    });
    await shop.says(address);
    for (let press = 0; press < 2; press += 1)
      expect((await fetch(`${address}/buy`, { method: 'POST', redirect: 'manual' })).status).toBe(303);
    const { data } = await sessionsOf(order);
    expect(data).toHaveLength(1);
    const { session_id } = data[0]!;
    const card = { number: CARDS.approved, expiry_month: '12', expiry_year: '2034', cvv: '123' };
    await expect(pay.sessions.payCard({ session_id, card })).resolves.toMatchObject({ status: 'completed' });
    await shop.says(`order ${order} is paid`);
    expect((await fetch(`${address}/webhook`, { method: 'POST', body: '{}' })).status).toBe(401);
    await pay.webhooks.delete({ id: endpoint.id });
  });

  it('opens one session if the answer to create is lost', async () => {
    const relay = await LosingRelay.to(platform.urls.sandbox);
    relay.losesNext = 2;
    const session = await payAt(relay.url).sessions.create({ amount: 2500, order_ref: 'lost' });
    expect(relay.keys).toEqual([relay.keys[0], relay.keys[0], relay.keys[0]]);
    expect((await sessionsOf('lost')).data.map(({ session_id: id }) => id)).toEqual([session.session_id]);
    relay.losesNext = 1;
    const endpoint = payAt(relay.url).webhooks.create({ url: 'http://127.0.0.1:9/' });
    await expect(endpoint).rejects.toBeInstanceOf(client.ConnectionError);
    expect(relay.keys).toHaveLength(4);
    await relay.close();
  });

  it('opens one session at whichever round trip the connection of the host to its database breaks', async () => {
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    fragile = await sandboxOn(proxy.url);
    const pay = payAt(await fragile.getUrl());
    await pay.sessions.create({ amount: 2500 });
    proxy.arm(Infinity, 'after');
    await pay.sessions.create({ amount: 2500 });
    const { turns } = proxy;
    expect(turns).toBeGreaterThan(0);
    for (let turn = 1; turn <= turns; turn += 1) {
      proxy.arm(turn, 'after');
      const created = await pay.sessions.create({ amount: 2500, order_ref: `turn-${turn}` });
      proxy.disarm();
      const { data } = await sessionsOf(`turn-${turn}`);
      expect([turn, data.map(({ session_id: id }) => id)]).toEqual([turn, [created.session_id]]);
    }
  });

  it('accepts a webhook of the service, and refuses one that was changed, is old or was serialised again', async () => {
    const pay = payAt(platform.urls.sandbox);
    const receiver = await platform.receiver();
    const { id: webhookId, secret } = await pay.webhooks.create({ url: receiver.url });
    const shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
    await shop.pay(await shop.open({ order_ref: 'signed', metadata: { 2: 1, a: 2.5 } }), CARDS.approved);
    await platform.inside('scheduler', RelayWorker).run();
    const { raw, headers } = await receiver.next(({ event }) => event === 'payment.success');
    await pay.webhooks.delete({ id: webhookId });

    const event = pay.webhooks.constructEvent(raw, headers, secret);
    expect(event).toMatchObject({ id: headers['webhook-id'], event: 'payment.success' });
    if (event.event === 'payment.success') expect(event.data.order_ref).toBe('signed');
    const reasonOf = (run: () => unknown) => {
      try {
        return run();
      } catch (error) {
        return (error as InstanceType<Client['SignatureError']>).reason;
      }
    };
    const changed = raw.toString().replace('"signed"', '"other"');
    const { data, ...rest } = JSON.parse(raw.toString()) as { data: object };
    expect(reasonOf(() => client.constructEvent(changed, headers, secret))).toBe('no_match');
    expect(reasonOf(() => client.constructEvent(JSON.stringify({ data, ...rest }), headers, secret))).toBe(
      'no_match',
    );
    expect(reasonOf(() => client.constructEvent({ data, ...rest } as never, headers, secret))).toBe(
      'parsed_body',
    );
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) };
    expect(reasonOf(() => client.constructEvent(raw, old as never, secret))).toBe('outside_tolerance');
  });

  it('runs the program of its page', async () => {
    const blocks = [...PAGE.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(4);
    const file = packed.write('module', 'page.mjs', blocks.join('\n'));
    const receiver = await freePort();
    const pay = payAt(platform.urls.sandbox);
    const endpoint = await pay.webhooks.create({ url: `http://127.0.0.1:${receiver}/hooks` });
    const page = start(file, {
      SANDBOX: platform.urls.sandbox,
      SECRET_KEY: merchant.test.secret_key,
      WEBHOOK_SECRET: endpoint.secret,
      PORT: receiver,
    });
    await page.says(`${platform.urls.sandbox}/pay/`);
    await page.says('ask for another card');
    await page.says('refused: ');
    await eventually(() => fetch(`http://127.0.0.1:${receiver}/`, { method: 'POST' }).catch(() => null));
    await expect(pay.webhooks.test({ id: endpoint.id })).resolves.toMatchObject({ delivered: true });
    await page.says('test.ping');
    await page.says('missing_header');
    await pay.webhooks.delete({ id: endpoint.id });
  });

  async function sandboxOn(databaseUrl: string): Promise<NestFastifyApplication> {
    const config = new Config({ ...platform.config.env, DATABASE_URL: databaseUrl });
    Object.assign(config.urls, platform.urls);
    const app = await createApp(SandboxApiModule.with(config, platform.clock), 'sandbox', config);
    await app.listen(0, '127.0.0.1');
    return app;
  }
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** Passes requests on to a host, and ends the connection instead of passing back the next answers. */
class LosingRelay {
  losesNext = 0;
  /** Idempotency keys of the requests. */
  readonly keys: unknown[] = [];

  private constructor(private readonly server: Server) {}

  static async to(target: string): Promise<LosingRelay> {
    const server = createServer((incoming, outgoing) => {
      const { method, headers, url } = incoming;
      relay.keys.push(headers['x-idempotency-key']);
      const { host: _host, ...passed } = headers;
      const onward = request(new URL(url!, target), { method, headers: passed }, (answer) => {
        if (relay.losesNext > 0) {
          relay.losesNext -= 1;
          // The host has answered, so the request was executed.
          answer.resume().on('end', () => (outgoing.socket as Socket).destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    });
    const relay = new LosingRelay(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
