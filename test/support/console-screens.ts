import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launch, look, watchedPage } from '../e2e/checkout-api/browser';
import { Authenticators } from './authenticator';
import type { Platform } from './platform';

interface Person {
  email: string;
  password: string;
  /** Of staff, and of others with a second factor. */
  totpSecret?: string;
}

/** Opens the console in a browser as a person would: from its first page, by what can be read there. */
export class ConsoleScreens {
  private constructor(
    private readonly platform: Platform,
    private readonly browser: Browser,
    private readonly screen: BrowserContextOptions,
    private readonly authenticators: Authenticators,
  ) {}

  static async open(platform: Platform, screen: BrowserContextOptions): Promise<ConsoleScreens> {
    return new ConsoleScreens(platform, await launch(), screen, new Authenticators(platform));
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Signs the person in and runs the story on the home page or on one with this heading. Faults of the page fail the test. */
  async as(person: Person, story: (page: Page) => Promise<void>, heading = 'Hello'): Promise<void> {
    const hosts = [this.platform.urls.business, this.platform.urls.sandbox];
    const options = { ...this.screen, reducedMotion: 'reduce' as const };
    const { page, faults, close } = await watchedPage(this.browser, options, hosts);
    await page.goto(`${this.platform.urls.business}/login`);
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (person.totpSecret) {
      await page.getByLabel('Code').fill(this.authenticators.nextCode(person.totpSecret));
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.getByRole('heading', { name: heading }).waitFor();
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  /** Answers the question for the code of the authenticator app, with which sensitive actions begin. */
  async prove(page: Page, { totpSecret }: Person): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Code').fill(this.authenticators.nextCode(totpSecret!));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Opens a screen of the menu, which is behind a button on a phone. */
  async menu(page: Page, name: string): Promise<void> {
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    if (await button.isVisible()) await button.click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await look(page);
  }
}
