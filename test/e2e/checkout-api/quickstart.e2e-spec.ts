import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop, tokenOf } from './cards';

const PAGE = readFileSync(path.resolve(__dirname, '../../../docs/quickstart.md'), 'utf8');

/** The shop in one language, exactly as the quickstart shows it. */
function sourceOf(language: string): string {
  const blocks = [...PAGE.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(
    ([, code]) => code!,
  );
  if (blocks.length !== 1) throw new Error(`the quickstart has ${blocks.length} blocks of ${language}`);
  return blocks[0]!;
}

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

const isHere = (program: string) => spawnSync(program, ['--version']).status === 0;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe('the shop of the quickstart', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'payments-shop-'));
    platform = await startPlatform();
    merchant = await platform.merchant();
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform?.stop();
  });

  for (const { language, program, file, args } of LANGUAGES) {
    const runs = isHere(program);
    (runs ? it : it.skip)(
      `in ${language}${runs ? '' : ` (${program} is not on PATH)`}: opens a session, hears that it is paid, and believes only what is signed`,
      async () => {
        const port = await freePort();
        const address = `http://127.0.0.1:${port}`;
        const { body: endpoint } = await platform.post(
          'business',
          'business.php?section=webhooks&action=create',
          { app_id: merchant.test.app_id, url: `${address}/webhook` },
          { token: merchant.token },
        );
        const source = path.join(folder, file);
        writeFileSync(source, sourceOf(language));
        const shop = spawn(program, args(source, port), {
          stdio: 'ignore',
          env: {
            ...process.env,
            CHECKOUT: platform.urls.sandbox,
            SECRET_KEY: merchant.test.secret_key,
            PORT: port,
            WEBHOOK_SECRET: String(endpoint.secret),
            TMPDIR: folder,
          },
        });
        try {
          await story(address, shop);
        } finally {
          shop.kill();
          await platform.delete(
            'business',
            `business.php?section=webhooks&action=delete&id=${endpoint.id}`,
            {},
            { token: merchant.token },
          );
        }
      },
      60_000,
    );
  }

  async function story(address: string, shop: ChildProcess) {
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
    expect(await (await ask('/order?ref=1042')).text()).toBe('open');

    const payer = { sessionToken: tokenOf({ checkout_url: checkoutUrl }) };
    const { status } = await new Shop(platform, 'sandbox', merchant.test.secret_key).pay(
      session,
      CARDS.approved,
      payer,
    );
    expect(status).toBe(200);
    await eventually(async () => {
      await platform.runJobs();
      return (await (await ask('/order?ref=1042')).text()) === 'paid';
    });
    // The next language buys for the first time, too.
    await platform.sql('DELETE FROM idempotency_keys');
  }

  async function sessionAt(checkoutUrl: string): Promise<{ session_id: string }> {
    const page = await (await fetch(checkoutUrl)).text();
    return { session_id: /"session_id":"(\w+)"/.exec(page)![1]! };
  }
});
