import { MovementFoldingService } from '@app/ledger';
import type { Browser } from 'playwright-core';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { POSTGRES_POOL } from '@app/database';
import { eventually } from '../../support/eventually';
import { movement, ngn } from '../../support/books';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { DESKTOP, describeInBrowser, launch, look, PHONE, watchedPage } from '../checkout-api/browser';
import { Shop } from '../checkout-api/cards';

const DAY_MS = 86_400_000;

interface ChartLabels {
  count: number;
  /** Height of the smallest label, in pixels. */
  smallest: number;
  overlaps: string[];
}

/** Run in the browser: the labels of the chart that is shown, and those that overlap another or leave the drawing. */
const CHART_LABELS = `(() => {
  const svg = [...document.querySelectorAll('.chart svg')].find((one) => one.getBoundingClientRect().width > 0);
  const frame = svg.getBoundingClientRect();
  const labels = [...svg.querySelectorAll('text')].map((text) => [text.textContent.trim(), text.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const overlaps = [];
  labels.forEach(([name, box], i) => {
    if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5) overlaps.push(name + ' outside');
    for (const [other, its] of labels.slice(i + 1)) if (meet(box, its)) overlaps.push(name + ' / ' + other);
  });
  return { count: labels.length, smallest: Math.min(...labels.map(([, box]) => box.height)), overlaps };
})()`;

describe('The page of a report', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    merchant = await platform.merchant();
    const payer = await platform.merchant();
    const [own, other] = await Promise.all(
      [merchant, payer].map(async ({ id }) => {
        const [row] = await platform.sql<{ id: string }>('SELECT id FROM wallets WHERE owner_id = $1', [id]);
        return row!.id;
      }),
    );
    await platform.fund(payer, 'NGN', '10000000.00');
    const pool = platform.inside('business', POSTGRES_POOL as never) as never;
    const now = platform.clock.now().getTime();
    for (let day = 70; day > 0; day--) {
      const inward = movement(other!, own!, ngn(100_000 + ((day * 7919) % 13) * 41_350));
      inward.journals[0]!.type = day % 3 === 0 ? 'invoice' : 'transfer';
      const works = [inward];
      if (day % 4 === 1) {
        const outward = movement(own!, other!, ngn(50_000 + ((day * 104_729) % 7) * 33_333), { fee: 120 });
        outward.journals[0]!.type = 'invoice';
        works.push(outward);
      }
      await commitUnits(pool, works, new Date(now - day * DAY_MS), true);
      if (day === 40) {
        await platform.sealJournals();
        await platform.inside('scheduler', MovementFoldingService).fold();
      }
    }
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    for (const [amount, number] of [
      [2500, CARDS.approved],
      [900, CARDS.declined],
    ] as const)
      await shop.pay(await shop.open({ amount, customer_email: 'ada@example.com' }), number);
  });
  afterAll(() => platform.proveAndStop());

  const create = (body: object = {}, key = merchant.live.secret_key) =>
    platform.post('business', 'analytics.php?action=report-link', body, { key });
  const linked = async (body?: object, key?: string) => {
    const { status, body: answer, text } = await create(body, key);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return answer.url as string;
  };
  const statusOf = async (url: string) => (await fetch(url)).status;

  it('has the figures of the overview, and a file of its chart, without ids of wallets or accounts', async () => {
    const url = await linked({ period: '7d' });
    const { body } = await platform.get('business', 'analytics.php?action=overview&period=7d', {
      key: merchant.live.secret_key,
    });
    const answer = await fetch(url, { headers: { 'accept-language': 'en' } });
    const page = await answer.text();
    const money = (amount: number) =>
      new Intl.NumberFormat('en', {
        style: 'currency',
        currency: 'NGN',
        currencyDisplay: 'narrowSymbol',
      }).format(amount);
    for (const amount of [body.inflow, body.outflow, body.net, body.average_payment])
      expect(page).toContain(`<strong>${money(amount)}</strong>`);
    expect(page).toContain(`<strong>${body.transactions}</strong>`);
    expect(page).toContain('<strong>50%</strong>');
    const file = await fetch(`${url}/flows.csv`);
    const csv = await file.text();
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-NGN\.csv"$/,
    );
    const flows = await platform.get('business', 'analytics.php?action=flows&period=7d', {
      key: merchant.live.secret_key,
    });
    const rows = csv.split('\r\n').slice(1, -1);
    expect(rows).toEqual(
      flows.body.data.map(({ date, inflow, outflow }: Record<string, number | string>) =>
        expect.stringContaining(
          `"${date}","${date}","NGN","${Number(inflow).toFixed(2)}","${Number(outflow).toFixed(2)}",`,
        ),
      ),
    );
    const wallets = await platform.sql<{ id: string; locked_account_id: string }>(
      'SELECT id, locked_account_id FROM wallets',
    );
    const ids = [merchant.id, ...wallets.flatMap((wallet) => [wallet.id, wallet.locked_account_id])];
    const token = Buffer.from(url.split('/').at(-1)!, 'base64url').toString('latin1');
    for (const id of ids) for (const text of [page, csv, token]) expect(text).not.toContain(id);
  });

  it('stays as it was made: later movements belong to a later report', async () => {
    const url = await linked({ period: '30d', timezone: 'Africa/Lagos' });
    const before = await (await fetch(`${url}/flows.csv`)).text();
    platform.clock.advance({ minutes: 5 });
    await platform.fund(merchant, 'NGN', '77.00');
    expect(await (await fetch(`${url}/flows.csv`)).text()).toBe(before);
    expect(await (await fetch(`${await linked({ period: '30d' })}/flows.csv`)).text()).not.toBe(before);
  });

  it('is never stored or indexed, runs no script, and is shown in the language that the reader prefers', async () => {
    const url = await linked();
    const { headers } = await fetch(url, { headers: { 'accept-language': 'fr-FR' } });
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    const french = await (await fetch(url, { headers: { 'accept-language': 'fr-FR' } })).text();
    expect(french).toMatch(/<html lang="fr"/);
    expect(french).toContain('Évolution du solde');
    expect(french).not.toMatch(/<script|onload|style=/);
    expect((await fetch(`${url}/flows.csv`)).headers.get('x-robots-tag')).toBe('noindex');
    expect(await (await fetch(`${url}?lang=en`)).text()).toContain('Change of the balance');
  });

  it('is refused for changed addresses and those of exports, with a page of the same kind', async () => {
    const url = await linked();
    const [base, token] = [url.slice(0, url.lastIndexOf('/')), url.split('/').at(-1)!];
    const flipped = (at: number) =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    for (const wrong of [
      flipped(0),
      flipped(30),
      flipped(token.length - 2),
      `${token}A`,
      `${token}==`,
      token.slice(0, 40),
      'x',
      '%00',
      'a'.repeat(9000),
    ]) {
      const answer = await fetch(`${base}/${wrong}`);
      expect([wrong.slice(0, 9), answer.status]).toEqual([wrong.slice(0, 9), 404]);
      expect(await answer.text()).toContain('This report is not available');
    }
    const links = await platform.post(
      'business',
      'transactions.php?action=export-links',
      {},
      { key: merchant.live.secret_key },
    );
    const exported = new URL(links.body.parts[0].url);
    expect(await statusOf(`${base}/${exported.searchParams.get('token')}`)).toBe(404);
    exported.searchParams.set('token', token);
    expect(await statusOf(exported.href)).toBe(404);
  });

  it('fits a page, and is made by those who may read reports', async () => {
    const refusal = async (body: object, key?: string) => {
      const { status, body: answer } = await create(body, key);
      return `${status} ${answer.error_code}`;
    };
    const custom = (from: string, to: string) => ({ period: 'custom', from, to });
    expect(await refusal(custom('2000-01-01', '2026-01-01'))).toBe('400 VALIDATION_ERROR');
    expect(await refusal(custom('2026-01-02', '2026-01-01'))).toBe('400 VALIDATION_ERROR');
    expect(await refusal({ timezone: 'Nowhere/Atall' })).toBe('400 VALIDATION_ERROR');
    expect(await refusal({ currency: 'GHS' })).toBe('404 NOT_FOUND');
    expect(await refusal({}, merchant.test.secret_key)).toBe('403 TEST_KEY_FORBIDDEN');
    const scoped = await platform.people.createApp(merchant, 'live', { scopes: ['wallet:read'] });
    expect(await refusal({}, scoped.secret_key)).toBe('403 SCOPE_MISSING');
    expect(await statusOf(await linked(custom('2021-01-01', '2025-12-31')))).toBe(200);
    expect(await statusOf(await linked(custom('2999-12-30', '2999-12-31')))).toBe(200);
    expect(await refusal(custom('9999-12-30', '9999-12-31'))).toBe('400 VALIDATION_ERROR');
  });

  it('ends with the key, the session or the account that made its address, and after seven days', async () => {
    const app = await platform.people.createApp(merchant, 'live');
    const byKey = await linked({}, app.secret_key);
    const { url: bySession } = (
      await platform.post('app', 'analytics.php?action=report-link', {}, { token: merchant.token })
    ).body;
    expect([await statusOf(byKey), await statusOf(bySession)]).toEqual([200, 200]);
    await platform.sql('UPDATE merchant_apps SET revoked_at = now() WHERE id = $1', [app.app_id]);
    expect([await statusOf(byKey), await statusOf(bySession)]).toEqual([404, 200]);
    const signedOut = await platform.post('app', 'auth.php?action=logout', {
      refresh_token: merchant.refreshToken,
    });
    expect([signedOut.status, await statusOf(bySession)]).toEqual([200, 404]);
    const url = await linked();
    await platform.sql('UPDATE users SET frozen_at = now() WHERE id = $1', [merchant.id]);
    expect([await statusOf(url), await statusOf(`${url}/flows.csv`)]).toEqual([404, 404]);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [merchant.id]);
    await eventually(async () => (await create()).status === 200);
    const { body } = await create();
    const days = (Date.parse(body.expires_at) - platform.clock.now().getTime()) / DAY_MS;
    expect(days).toBeCloseTo(7, 1);
    platform.clock.advance({ days: 7 });
    expect(await statusOf(body.url)).toBe(404);
  });

  describeInBrowser('the page of a report in a browser', () => {
    let browser: Browser;
    beforeAll(async () => (browser = await launch()));
    afterAll(() => browser.close());

    it.each(['en', 'fr'])(
      'has a chart whose labels lie apart, on screens of every width (%s)',
      async (lang) => {
        const urls = await Promise.all(['90d', '30d', '7d'].map((period) => linked({ period })));
        const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.business]);
        for (const url of urls) {
          await page.goto(`${url}?lang=${lang}`);
          for (let width = 320; width <= 1440; width += 80) {
            await page.setViewportSize({ width, height: 800 });
            const { count, smallest, overlaps } = await page.evaluate<ChartLabels>(CHART_LABELS);
            expect({ width, overlaps }).toEqual({ width, overlaps: [] });
            expect(count).toBeGreaterThanOrEqual(4);
            expect(smallest).toBeGreaterThanOrEqual(10);
          }
        }
        expect(faults).toEqual([]);
        await page.setViewportSize(DESKTOP.viewport!);
        await close();
      },
    );

    it.each([
      ['desktop', DESKTOP, '90d', 'en'],
      ['phone', PHONE, '30d', 'fr'],
    ] as const)('has no barriers on a %s, in light and in dark', async (name, screen, period, lang) => {
      const url = await linked({ period });
      const { page, faults, close } = await watchedPage(browser, screen, [platform.urls.business]);
      await page.goto(`${url}?lang=${lang}`);
      await look(page, `report-${name}`, screen);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(faults).toEqual([]);
      if (process.env.SCREENSHOTS && name === 'desktop') {
        await page.pdf({ path: `${process.env.SCREENSHOTS}/report.pdf`, format: 'A4' });
        await page.emulateMedia({ colorScheme: 'dark' });
        await look(page, 'report-dark', screen);
      }
      await close();
    });
  });
});
