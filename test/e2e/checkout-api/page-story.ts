import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, watchedPage } from './browser';
import type { Shop } from './cards';

export interface OpenSession {
  session_id: string;
  checkout_url: string;
}

/** A browser, a merchant's site to come back to, and sessions opened in them. */
export class PageStories {
  private constructor(
    private readonly browser: Browser,
    private readonly screen: BrowserContextOptions,
    private readonly site: Server,
  ) {}

  static async begin(screen: BrowserContextOptions): Promise<PageStories> {
    const site = createServer((_request, response) => response.end('<h1>Thank you</h1>'));
    site.listen(0, '127.0.0.1');
    await new Promise((resolve) => site.once('listening', resolve));
    return new PageStories(await launch(), screen, site);
  }

  get shopUrl(): string {
    return `http://127.0.0.1:${(this.site.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    await this.browser.close();
    this.site.closeAllConnections();
    this.site.close();
  }

  /** Opens a session's page, and fails the test when anything went wrong in the browser meanwhile. */
  async tell(
    shop: Shop,
    fields: Record<string, unknown>,
    story: (page: Page, session: OpenSession) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<OpenSession> {
    const session = await shop.open({
      amount: 24500,
      description: 'Order 1042: “Half of a Yellow Sun”, two copies',
      success_url: `${this.shopUrl}/thanks?order=1042`,
      cancel_url: `${this.shopUrl}/basket`,
      ...fields,
    });
    const { urls } = shop.platform;
    const hosts = [urls[shop.host], urls.sandbox, this.shopUrl];
    const { page, faults, close } = await watchedPage(this.browser, { ...this.screen, ...options }, hosts);
    await page.goto(session.checkout_url);
    await story(page, session);
    expect(faults).toEqual([]);
    await close();
    return session;
  }
}

export const paid = (page: Page) => page.getByRole('heading', { name: 'Payment complete' }).waitFor();
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
export const alertShows = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();

export async function fillCard(page: Page, number: string) {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1299');
  await page.getByLabel('Security code').pressSequentially('123');
  await page.getByLabel('Name on card').fill('Ada Obi');
}
