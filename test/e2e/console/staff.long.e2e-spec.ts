import type { StaffRole } from '@app/http';
import type { Page } from 'playwright-core';
import { Authenticators } from '../../support/authenticator';
import { ConsoleScreens } from '../../support/console-screens';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';

const ROLES: StaffRole[] = ['support', 'finance', 'compliance', 'admin'];

describeOnEachScreen('The workbench of staff', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  const openMenu = async (page: Page) => {
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    if (!(await links.first().isVisible()))
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
    return links;
  };

  it.each(ROLES)('opens every entry of the menu of %s without a refusal', async (role) => {
    const refused: string[] = [];
    await screens.as(await platform.staff(role), async (page) => {
      page.on('response', (response) => {
        if ([401, 403, 404].includes(response.status()))
          refused.push(`${response.status()} ${response.url()}`);
      });
      const names = await (await openMenu(page)).allInnerTexts();
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) {
        const links = await openMenu(page);
        await links.filter({ hasText: name }).first().click();
        await page.locator('main[aria-busy=false]').waitFor();
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
        expect(await page.getByRole('heading', { level: 1, name: 'Not found' }).count()).toBe(0);
        await look(page);
      }
    });
    expect(refused).toEqual([]);
  });

  it('freezes an account, and shows a colleague who did it', async () => {
    const owner = await platform.signUp();
    const compliance = await platform.staff('compliance');
    await screens.as(compliance, async (page) => {
      await find(page, owner);
      await look(page);
      await page.getByRole('button', { name: 'Freeze' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The card of another person');
      await dialog.getByRole('button', { name: 'Freeze' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText(`by ${compliance.email}`, { exact: false }).waitFor();
      await look(page);
    });
    const [row] = await platform.sql<{ by: string }>('SELECT frozen_by AS by FROM users WHERE id = $1', [
      owner.id,
    ]);
    expect(row).toEqual({ by: compliance.id });
    await screens.as(await platform.staff('admin'), async (page) => {
      await find(page, owner);
      await page.getByRole('button', { name: 'users.freeze' }).click();
      const dialog = page.getByRole('dialog', { name: 'users.freeze' });
      await dialog.getByText('Staff compliance').waitFor();
      await dialog.getByText('The card of another person').waitFor();
      await look(page);
      await dialog.getByRole('link', { name: 'All entries about it' }).click();
      await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
      await page.getByRole('button', { name: 'users.freeze' }).waitFor();
      await look(page);
    });
  });

  it('begins with the second factor for a colleague who has none', async () => {
    const person = await platform.signUp();
    await platform.sql(`UPDATE users SET staff_role = 'support' WHERE id = $1`, [person.id]);
    const authenticators = new Authenticators(platform);
    const setUp = async (page: Page) => {
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      await look(page);
      const secret = await page.locator('.secret code').innerText();
      await page.getByLabel('Code').fill(authenticators.code(secret));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Recovery codes', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Go to the workbench' }).click();
      await page.getByRole('heading', { name: 'Hello' }).waitFor();
    };
    await screens.as(person, setUp, 'Set up your second factor');
    const [row] = await platform.sql<{ count: string }>(
      'SELECT count(*) FROM two_factors WHERE id = $1 AND enabled_at IS NOT NULL',
      [person.id],
    );
    expect(row).toEqual({ count: '1' });
  });

  async function find(page: Page, { email, usertag }: { email: string; usertag: string }): Promise<void> {
    await screens.menu(page, 'People');
    await page.getByRole('searchbox', { name: 'user tag' }).fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: new RegExp(usertag) }).click();
    await page.getByRole('heading', { level: 1, name: 'Test Person' }).waitFor();
  }
});
