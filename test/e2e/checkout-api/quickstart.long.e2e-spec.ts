import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CARDS } from '../../support/test-cards';
import { runPage } from '../../support/doc-commands';
import { eventually } from '../../support/eventually';
import { freePort } from '../../../scripts/lib/ports.mjs';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop, tokenOf } from './cards';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/start/quickstart.md'), 'utf8');

const LANGUAGES = [
  { language: 'js', program: process.execPath, file: 'shop.mjs', args: (file: string) => [file] },
  {
    language: 'php',
    program: 'php',
    file: 'shop.php',
    args: (file: string, port: string) => ['-S', `127.0.0.1:${port}`, file],
  },
  { language: 'python', program: 'python3', file: 'shop.py', args: (file: string) => [file] },
];

const blocksOf = (language: string) =>
  [...PAGE.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(([, code]) => code!);
const pathOf = (file: string) => path.join(ROOT, 'examples/quickstart', file);
const isHere = (program: string) => spawnSync(program, ['--version']).status === 0;

describe('the shop of the quickstart', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'payments-shop-'));
    platform = await startPlatform({ apps: ['business', 'sandbox', 'scheduler'] });
    merchant = await platform.merchant();
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform?.stop();
  });

  it.each(LANGUAGES)('is in $language on the page as it is in examples/quickstart', ({ language, file }) => {
    expect(blocksOf(language)).toEqual([readFileSync(pathOf(file), 'utf8')]);
  });

  for (const { language, program, file, args } of LANGUAGES) {
    const runs = isHere(program);
    (runs ? it : it.skip)(
      `in ${language}${runs ? '' : ` (${program} is not on PATH)`}: sells, believes only what is signed, survives bad connections, conforms, and completes a paid order after a restart`,
      async () => {
        const port = String(await freePort());
        const order = `1042-${language}`;
        const address = `http://127.0.0.1:${port}`;
        const key = { key: merchant.test.secret_key };
        const registration = { url: `${address}/webhook` };
        const { body: endpoint } = await platform.post(
          'sandbox',
          'webhooks.php?action=create',
          registration,
          key,
        );
        const start = () =>
          spawn(program, args(pathOf(file), port), {
            stdio: 'ignore',
            env: {
              ...process.env,
              CHECKOUT: platform.urls.sandbox,
              SECRET_KEY: merchant.test.secret_key,
              PORT: port,
              ORDER: order,
              WEBHOOK_SECRET: String(endpoint.secret),
              TMPDIR: folder,
            },
          });
        let shop = start();
        try {
          const sessionId = await story(address, shop, order);
          await breakRequest(Number(port));
          const { body: run } = await platform.post(
            'sandbox',
            'webhooks.php?action=conformance',
            { id: endpoint.id },
            key,
          );
          expect(run.rules.filter(({ passed }: { passed: boolean | null }) => passed === false)).toEqual([]);
          expect(run.conformant).toBe(true);

          shop.kill();
          await once(shop, 'exit');
          shop = start();
          await eventually(() => fetch(address).catch(() => null));
          const returned = await fetch(`${address}/order?ref=${order}&session_id=${sessionId}`);
          expect(await returned.text()).toBe('paid');
          expect(await (await fetch(`${address}/order?ref=${order}`)).text()).toBe('paid');
        } finally {
          shop.kill();
          await platform.delete('sandbox', `webhooks.php?action=delete&id=${endpoint.id}`, {}, key);
        }
      },
      60_000,
    );
  }

  it('ends in a paid order when the commands of the page are copied in their order, also a second time', async () => {
    const first = await followed();
    const second = await followed();
    expect(second).not.toBe(first);
    expect(await platform.sql('SELECT url FROM webhook_endpoints WHERE url IS NOT NULL')).toEqual([]);
  }, 90_000);

  /** Runs the commands of the page; returns the number of the order. */
  async function followed(): Promise<string | undefined> {
    const output = (
      await runPage('start/quickstart.md', platform, { merchant }, { PORT: String(await freePort()) })
    ).join('');
    expect(output).toMatch(/^order [\d-]+ is paid$/m);
    expect(output).toContain('"event":"payment.success"');
    return /^order ([\d-]+) is paid$/m.exec(output)?.[1];
  }

  /** Sends half a webhook and resets the connection. */
  async function breakRequest(port: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const half = 'POST /webhook HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n\r\n{"event":';
    await new Promise((resolve) => socket.write(half, resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  }

  /** Buys and pays; returns the id of the session. */
  async function story(address: string, shop: ChildProcess, order: string): Promise<string> {
    const ask = (where: string, options: RequestInit = {}) => {
      if (shop.exitCode !== null) throw new Error(`the shop ended with ${shop.exitCode}`);
      return fetch(address + where, { redirect: 'manual', ...options });
    };
    await eventually(() => ask('/').catch(() => null));
    const bought = await ask('/buy', { method: 'POST', body: '' });
    expect(bought.status).toBe(303);
    const checkoutUrl = bought.headers.get('location')!;
    const again = await ask('/buy', { method: 'POST', body: '' });
    expect(again.headers.get('location')).toBe(checkoutUrl);

    const session = await sessionAt(checkoutUrl);
    const forged = JSON.stringify({ event: 'payment.success', data: { session_id: session.session_id } });
    const headers = { 'x-service-signature': `sha256=${'0'.repeat(64)}`, 'content-type': 'application/json' };
    expect((await ask('/webhook', { method: 'POST', body: forged, headers })).status).toBe(401);
    expect(await (await ask(`/order?ref=${order}`)).text()).toBe('open');
    // A return before the payment proves nothing.
    expect(await (await ask(`/order?ref=${order}&session_id=${session.session_id}`)).text()).toBe('open');

    const payer = { sessionToken: tokenOf({ checkout_url: checkoutUrl }) };
    const { status } = await new Shop(platform, 'sandbox', merchant.test.secret_key).pay(
      session,
      CARDS.approved,
      payer,
    );
    expect(status).toBe(200);
    await eventually(async () => (await (await ask(`/order?ref=${order}`)).text()) === 'paid');
    return session.session_id;
  }

  async function sessionAt(checkoutUrl: string): Promise<{ session_id: string }> {
    const page = await (await fetch(checkoutUrl)).text();
    return { session_id: /"session_id":"(\w+)"/.exec(page)![1]! };
  }
});
