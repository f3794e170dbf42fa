import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { runPage } from '../../support/doc-commands';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeInBrowser, launch, watchedPage } from '../checkout-api/browser';

const ROOT = path.resolve(__dirname, '../../..');
const EXAMPLE = path.join(ROOT, 'examples/first-page');
const TUTORIAL = readFileSync(path.join(ROOT, 'docs/start/first-page.md'), 'utf8');
const ACCESS_TOKEN_SECONDS = 900;

/** Lines without their indentation, which the page and the example have at different depths. */
const lines = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

describe('The first page', () => {
  let platform: Platform;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'sandbox'] });
    merchant = await platform.merchant();
  });
  afterAll(() => platform?.stop());

  it('shows parts of the example as it is', () => {
    const page = lines(readFileSync(path.join(EXAMPLE, 'page.html'), 'utf8'));
    const parts = [...TUTORIAL.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => lines(code!));
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(page).toContain(part.trim());
  });

  it('is served, allowed and renewed by the commands of the tutorial', async () => {
    const port = await freePort();
    const outputs = await runPage('start/first-page.md', platform, { merchant }, { PAGE_PORT: String(port) });
    const [created, , person, , allowed] = outputs;
    expect(created).toContain('"order_ref":"first-page"');
    expect(person).toContain(`${merchant.email} ${merchant.password}`);
    expect(allowed).toContain(`access-control-allow-origin: http://localhost:${port}\r\n`);
  });

  describeInBrowser('The example in a browser', () => {
    let browser: Browser;
    beforeAll(async () => (browser = await launch()));
    afterAll(() => browser?.close());

    it('signs in, lists payments and renews a session that has expired', async () => {
      const [port, order] = [await freePort(), { amount: 2500, currency: 'NGN', order_ref: 'in-browser' }];
      await platform.post('sandbox', 'sessions.php?action=create', order, { key: merchant.test.secret_key });
      const { business: BUSINESS, sandbox: SANDBOX } = platform.urls;
      const server = spawn(process.execPath, [path.join(EXAMPLE, 'serve.mjs')], {
        env: { ...process.env, BUSINESS, SANDBOX, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await once(server.stdout, 'data');
        const address = `http://127.0.0.1:${port}/`;
        const { page, faults, close } = await watchedPage(browser, {}, [address, BUSINESS, SANDBOX]);
        await page.goto(address);
        await page.getByLabel('E-mail').fill(merchant.email);
        await page.getByLabel('Password').fill('not the password');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page
          .getByRole('status')
          .getByText(/password/i)
          .waitFor();
        await page.getByLabel('Password').fill(merchant.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('cell', { name: 'in-browser' }).waitFor();

        platform.clock.advance({ seconds: ACCESS_TOKEN_SECONDS + 1 });
        const renewed = page.waitForResponse((answer) => answer.url().includes('action=refresh'));
        await page.getByRole('button', { name: 'Reload' }).click();
        expect((await renewed).status()).toBe(200);
        const row = page.getByRole('row', { name: /in-browser/ });
        expect(await row.innerText()).toBe('in-browser\tNGN 2500\tpending');
        expect(await page.getByRole('status').innerText()).toBe('');

        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('button', { name: 'Sign in' }).waitFor();
        expect(faults).toEqual([]);
        await close();
      } finally {
        server.kill();
      }
    });
  });
});
