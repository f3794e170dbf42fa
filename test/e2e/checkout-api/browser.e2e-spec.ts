import type { Browser } from 'playwright-core';
import { DESKTOP, describeInBrowser, launch, watchedPage } from './browser';
import { MerchantSite } from './merchant-site';

/** What a page leaves behind, as the next page of its origin finds it. */
const LEFT = `[document.cookie, sessionStorage.length, localStorage.length, window.name, history.length]`;
const LEAVE = `document.cookie = 'a=1'; sessionStorage.a = 1; localStorage.a = 1; window.name = 'a';
  setInterval(() => console.error('late'), 1)`;

describeInBrowser('a watched page', () => {
  let browser: Browser;
  let site: MerchantSite;
  beforeAll(async () => {
    site = await MerchantSite.start('http://checkout.invalid');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    site?.stop();
  });
  const open = async () => {
    const watched = await watchedPage(browser, DESKTOP, [site.origin]);
    await watched.page.goto(site.origin);
    return watched;
  };

  it('is used again without what its story left, and counts faults for the story that has them', async () => {
    const first = await open();
    const asNew = await first.page.evaluate(LEFT);
    await first.page.route('**/*', (route) => route.abort());
    await first.page.evaluate(LEAVE);
    await first.close();
    const before = [...first.faults];

    const second = await open();
    expect(second.page).toBe(first.page);
    expect(await second.page.evaluate(LEFT)).toEqual(asNew);
    expect(second.faults).toEqual([]);
    await second.page.evaluate(`fetch('http://elsewhere.invalid/').catch(() => 0)`);
    // The browser logs the refusal twice.
    expect(second.faults.length).toBeGreaterThan(0);
    expect(second.faults.filter((fault) => !/^console: .*Content Security Policy/.test(fault))).toEqual([]);
    expect(first.faults).toEqual(before);

    // The second story failed, so it did not close its page.
    const third = await open();
    expect(third.page.context()).not.toBe(second.page.context());
    expect(third.faults).toEqual([]);
    await third.page.clock.install();
    await third.close();
    expect((await open()).page).not.toBe(third.page);
  });
});
