import { ConsoleScreens } from '../../support/console-screens';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { paidSession } from '../../support/refunds';
import { Teams } from '../../support/teams';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('The screens of developers and owners', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  it('add an endpoint, show a delivery with its body, and send it again', async () => {
    const receiver = await platform.receiver();
    const sent = () => receiver.received.filter(({ event }) => event === 'payment.success');
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Webhooks');
      await page.getByRole('button', { name: 'Add an endpoint' }).click();
      await dialog.getByLabel('Address').fill(receiver.url);
      await look(page);
      await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
      await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
      await page.keyboard.press('Escape');
      await paidSession(platform, merchant);
      await eventually(() => sent().length === 1);
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('button', { name: 'payment.success' }).click();
      await dialog.getByText('"event": "payment.success"').waitFor();
      await look(page);
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await eventually(() => sent().length === 2);
      await page.getByText('The delivery was sent again.').waitFor();
    });
    expect(new Set(sent().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('name the most frequent error of a server with the id of a request', async () => {
    const by = { key: merchant.live.secret_key };
    const refused = async (amount: number) =>
      (await platform.post('checkout', 'sessions.php?action=create', { amount, currency: 'NGN' }, by)).body;
    await refused(-1);
    const { request_id: last } = await refused(-2);
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Developers');
      await page.getByRole('link', { name: 'Requests' }).click();
      const errors = page.getByRole('table', { name: 'Most frequent errors' });
      await eventually(async () => {
        await page.reload();
        await errors.waitFor();
        return (await errors.getByText(last as string).count()) > 0;
      });
      await look(page);
      await errors.getByRole('button', { name: 'VALIDATION_ERROR' }).click();
      await page.getByText('2 results').waitFor();
      await look(page);
    });
  });

  it('make a key with two scopes, which is shown once', async () => {
    let secret = '';
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Developers');
      await page.getByRole('button', { name: 'New key' }).click();
      await dialog.getByLabel('Name').fill('Till');
      await dialog.getByLabel('charges:create').check();
      await dialog.getByLabel('charges:read').check();
      await look(page);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Keys of the app' }).waitFor();
      secret = (await dialog.getByText(/^sk_live_/).textContent())!.trim();
      await look(page);
      await page.keyboard.press('Escape');
      await page.getByText('Till', { exact: true }).waitFor();
    });
    const key = { key: secret };
    const made = await platform.post(
      'checkout',
      'sessions.php?action=create',
      { amount: 5, currency: 'NGN' },
      key,
    );
    const balance = await platform.get('business', 'wallet.php?action=balance', key);
    expect([made.status, balance.status]).toEqual([200, 403]);
  });

  it('invite a person of support, who sees payments and no button to refund', async () => {
    const id = await paidSession(platform, merchant);
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Settings');
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('button', { name: 'Invite' }).click();
      await dialog.getByLabel('E-mail address').fill('grace@example.com');
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await look(page);
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await page.getByText('grace@example.com').waitFor();
      await look(page);
    });
    const open = await platform.get('business', 'team.php?action=invitations', { token: merchant.token });
    expect(open.body.data).toMatchObject([{ email: 'grace@example.com', role: 'support' }]);
    const member = await new Teams(platform).member(merchant, 'support');
    await screens.as(member, async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: member.usertag }).click();
      await page.getByRole('button', { name: /^Test Business/ }).click();
      await page.getByRole('heading', { name: 'Hello' }).waitFor();
      await screens.menu(page, 'Payments');
      await page.locator(`a[href*="${id}"]`).first().click();
      await page.getByText(/^Payment received/).waitFor();
      expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
      await look(page);
    });
  });
});
