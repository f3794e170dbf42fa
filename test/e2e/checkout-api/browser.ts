import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isLong, seed } from '../../proofs/support/proof';

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

const SCREENS = [
  ['on a desktop', DESKTOP],
  ['on a phone', PHONE],
] as const;

/**
 * What buyers do on the page has to work on a large screen and on a phone. The short form tells the stories of a file on
 * one of them, selected by the seed; the long form and `npm run pictures` tell them on both.
 */
export function describeOnEachScreen(name: string, body: (screen: BrowserContextOptions) => void): void {
  const isBoth = isLong || process.env.SCREENSHOTS !== undefined;
  for (const [where, screen] of isBoth ? SCREENS : [SCREENS[seed % SCREENS.length]!]) {
    describeInBrowser(`${name}, ${where} (SEED=${seed})`, () => body(screen));
  }
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only rule that depends on the colour scheme. */
const CONTRAST = ['color-contrast'];

/** Returns the violations of WCAG 2.2 (levels A and AA) on the page in light and in dark, one line each. */
export async function barriersOn(page: Page): Promise<{ light: string[]; dark: string[] }> {
  // In a world of its own, which the policy of the page neither sees nor stops.
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description}`);
    return result.value as unknown;
  };
  const violations = async (colorScheme: 'light' | 'dark', runOnly: string[]) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found =
      await evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map((violation) =>
        violation.id + ': ' + violation.nodes.map((node) => node.target.join(' ')).join(', ')))`);
    return found as string[];
  };
  await evaluate(`${AXE}; undefined`);
  const light = await violations('light', STANDARDS);
  const dark = await violations('dark', CONTRAST);
  // The colours first: with motion they would change slowly, and the next look would find them in between.
  await page.emulateMedia({ colorScheme: null });
  await page.emulateMedia({ reducedMotion: null });
  await client.detach();
  return { light, dark };
}

/** Checks the page for barriers in light and in dark, and stores a picture under this name on one screen. */
export async function look(page: Page, name?: string, pictured = DESKTOP): Promise<void> {
  if (name !== undefined && page.viewportSize()?.width === pictured.viewport?.width)
    await picture(page, name);
  expect(await barriersOn(page)).toEqual({ light: [], dark: [] });
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: ARGUMENTS });
}

/** Pages of stories that ended without a fault, by browser and options: a new context starts two processes. */
const keptPages = new WeakMap<Browser, Map<string, Page>>();

/**
 * A page whose every fault (script error, refused by the policy, request to elsewhere) fails the test that asks.
 * `close` clears the page and keeps it for the next story with these options; a story that fails never calls it.
 */
export async function watchedPage(browser: Browser, options: BrowserContextOptions, hosts: string[]) {
  const kept = keptPages.get(browser) ?? new Map<string, Page>();
  keptPages.set(browser, kept);
  const key = JSON.stringify(options);
  const page = kept.get(key) ?? (await newPage(browser, options));
  kept.delete(key);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refusal the script handles is logged by the browser as a failed load.
    const isHandled =
      /Failed to load resource: (the server responded with a status of (400|401|403|404|409|410|412)|net::ERR_FAILED)/.test(
        message.text(),
      );
    if (message.type() === 'error' && !isHandled) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url().replace(/^blob:/, '');
    if (!url.startsWith('data:') && !hosts.some((host) => url.startsWith(host)))
      faults.push(`request: ${url}`);
  });
  const close = async () => {
    if (await cleared(page, options, hosts)) kept.set(key, page);
    else await page.context().close();
  };
  return { page, faults, close };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  return context.newPage();
}

/** Removes all that a story left in its context. Returns false if the story replaced the clock, which stays. */
async function cleared(page: Page, options: BrowserContextOptions, hosts: string[]): Promise<boolean> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('about:blank');
  page.removeAllListeners();
  if (!(await page.evaluate(`window.name = ''; String(setTimeout).includes('[native code]')`))) return false;
  // As a new context has them.
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
  });
  await context.clearCookies();
  const client = await context.newCDPSession(page);
  for (const host of hosts) {
    await client.send('Storage.clearDataForOrigin', { origin: new URL(host).origin, storageTypes: 'all' });
  }
  await client.send('Network.clearBrowserCache');
  await client.send('Page.resetNavigationHistory');
  await client.detach();
  return true;
}

/** Keeps a picture for the documentation where `SCREENSHOTS` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const client = await page.context().newCDPSession(page);
  const { cssContentSize } = await client.send('Page.getLayoutMetrics');
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  await client.detach();
  const file = name.startsWith('console-') ? name : `checkout-${name}`;
  writeFileSync(path.join(folder, `${file}.webp`), Buffer.from(data, 'base64'));
}
