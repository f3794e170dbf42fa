import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const program = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Tests in a browser run where there is one; `npm test` says in one line where there is none. */
export const describeInBrowser = existsSync(program) ? describe : describe.skip;

/** Nothing but the pages under test is on the network. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1180, height: 820 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: ARGUMENTS });
}

/** A page whose every fault (script error, refused by the policy, request to elsewhere) fails the test that asks. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions, hosts: string[]) {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refusal the script handles is logged by the browser as a failed load.
    const isHandled = /Failed to load resource: the server responded with a status of (400|404|409|410)/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isHandled) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && !hosts.some((host) => url.startsWith(host)))
      faults.push(`request: ${url}`);
  });
  return { page, faults, close: () => context.close() };
}

/** Keeps a picture for the documentation where `SCREENSHOTS` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `checkout-${name}.png`), fullPage: true });
}
