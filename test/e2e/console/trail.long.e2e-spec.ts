import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Stories in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;
  let support: TestStaff;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    support = await platform.staff('support');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  /** A session that was tried with this card. */
  const tried = async (number: string, fields: object): Promise<string> => {
    const by = { key: merchant.live.secret_key };
    const terms = { amount: 25, currency: 'NGN', ...fields };
    const { body } = await platform.post('checkout', 'sessions.php?action=create', terms, by);
    const session_id = body.session_id as string;
    const payment = { session_id, card: cardOf(number) };
    await platform.post('checkout', 'sessions.php?action=pay-card', payment, by);
    return session_id;
  };

  it('tell a merchant why the payment of a customer was declined', async () => {
    await tried(CARDS.approved, { customer: { email: 'ben@example.com' } });
    await tried(CARDS.declined, { customer: { email: 'ada@example.com' } });
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Payments');
      await page
        .getByRole('row', { name: /ada@example\.com/ })
        .getByRole('link')
        .click();
      await page.getByText(/^The last attempt to pay was not accepted/).waitFor();
      await page.getByText(/^Payment not accepted: Declined by the bank/).waitFor();
      await look(page);
    });
  });

  it('take staff from an order reference to what happened in one search, where they leave a note', async () => {
    const id = await tried(CARDS.approved, { order_ref: 'order-4711' });
    await screens.as(support, async (page) => {
      const search = page.getByRole('searchbox', { name: 'Any ID, reference or e-mail address' }).first();
      await search.fill('order-4711');
      await search.press('Enter');
      await page.getByRole('heading', { level: 1, name: /^Payment · ₦25\.00/ }).waitFor();
      await page.getByText(/^Payment received/).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Add note' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Note').fill('The buyer called about the parcel.');
      await look(page);
      await dialog.getByRole('button', { name: 'Add note' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText(/The buyer called about the parcel\.$/).waitFor();
      await page.getByRole('link', { name: 'As the owner sees it' }).click();
      await page.getByText(/The buyer called about the parcel\.$/).waitFor({ state: 'hidden' });
      await page.getByText(/^Payment received/).waitFor();
    });
    const [note] = await platform.sql('SELECT object_id, staff_id, text FROM notes');
    expect(note).toEqual({
      object_id: id,
      staff_id: support.id,
      text: 'The buyer called about the parcel.',
    });
  });
});
