import type { Page } from 'playwright-core';
import { ConsoleScreens } from '../../support/console-screens';
import { eventually } from '../../support/eventually';
import { Bank } from '../business-api/card-deposits';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { CARDS } from '../../support/test-cards';
import { withdrawnAt } from '../../support/withdrawals';
import { describeOnEachScreen, look } from '../checkout-api/browser';
import { Shop } from '../checkout-api/cards';
import { Escrows } from '../escrow/escrows';
import { newId } from '../../support/books';

describeOnEachScreen('The desk of finance', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', FOUR_EYES_USD: '20' } });
    await setLiveNairaRate(platform, 'USD', '1500');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  const sawHeld = async (page: Page) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This waits for a second person.', { exact: false }).waitFor();
    await look(page);
    await dialog.getByRole('link', { name: 'See the approval' }).waitFor();
  };

  it('shows where a withdrawal goes and completes it, and the audit log names who read it', async () => {
    const uuid = await withdrawnAt(platform, 'manual');
    const finance = await platform.staff('finance');
    await screens.as(finance, async (page) => {
      await screens.menu(page, 'Payouts');
      await page.locator(`a[href*="${uuid}"]`).click();
      await page.getByText('pay it by hand', { exact: false }).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Show the account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('To pay it in the portal');
      await look(page);
      await dialog.getByRole('button', { name: 'Show the account' }).click();
      await page.getByText('254712345678', { exact: false }).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Hide' }).click();
      expect(await page.getByText('254712345678', { exact: false }).count()).toBe(0);
      await page.getByRole('button', { name: 'Complete' }).click();
      await dialog.getByLabel(/^Reference/).fill('MP-7781');
      await dialog.getByText('Recipient gets').waitFor();
      await dialog.getByLabel('Note').fill('Paid in the portal');
      await look(page);
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await page.getByRole('heading', { level: 1, name: /Completed$/ }).waitFor();
      await look(page);
    });
    const [row] = await platform.sql<{ reference: string }>(
      'SELECT settled_reference AS reference FROM withdrawals WHERE id = $1',
      [uuid],
    );
    expect(row).toEqual({ reference: 'MP-7781' });
    const entries = await platform.sql(
      `SELECT staff_id, reason FROM audit_log WHERE action = 'payouts.reveal' AND subject = $1`,
      [uuid],
    );
    expect(entries).toEqual([{ staff_id: finance.id, reason: 'To pay it in the portal' }]);
  });

  it('splits a dispute after a look at both sides, which waits for a second person', async () => {
    const escrows = new Escrows(platform);
    const [buyer, seller] = [await escrows.person('100000.00'), await escrows.person()];
    const { dispute_uuid } = await escrows.disputed(buyer, seller, { amount: 60_000 });
    await screens.as(await platform.staff('finance'), async (page) => {
      await screens.menu(page, 'Disputes');
      await page.getByRole('button', { name: 'Open' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('It never came').waitFor();
      await look(page);
      await dialog.getByLabel('Decision').selectOption({ label: 'Split' });
      await dialog.getByLabel(/^Share of/).fill('20000');
      await dialog.getByText('₦20,000.00').waitFor();
      await dialog.getByLabel('Note').fill('A third was delivered');
      await look(page);
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await sawHeld(page);
    });
    const held = await platform.sql(
      `SELECT status FROM held_actions WHERE action = 'escrow.resolve' AND body->>'dispute_uuid' = $1`,
      [dispute_uuid],
    );
    expect(held).toEqual([{ status: 'awaiting_approval' }]);
  });

  it('sends an unapplied payment back to the payer', async () => {
    const shop = new Shop(platform, 'checkout', (await platform.merchant()).live.secret_key);
    const { session_id } = await shop.open();
    await new Bank(platform).order('amount-mismatch');
    await shop.pay({ session_id }, CARDS.approved);
    // Otherwise the refund may be sent before the list is read again.
    await platform.holdJobs();
    await screens.as(await platform.staff('finance'), async (page) => {
      await screens.menu(page, 'Unapplied payments');
      await page.getByText('Another amount').waitFor();
      await page.getByRole('button', { name: 'Resolve' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Refund under way').waitFor();
      await dialog.getByLabel('Reason').fill('The payer asked for it');
      await look(page);
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('main').getByText('Refund under way').waitFor();
      await look(page);
    });
    const refunds = await platform.sql('SELECT source FROM refunds WHERE session_id = $1', [session_id]);
    expect(refunds).toEqual([{ source: 'unapplied' }]);
  });

  it('sets a rate far from the live one, which waits for a second person', async () => {
    await screens.as(await platform.staff('finance'), async (page) => {
      await screens.menu(page, 'Rates');
      await page.getByRole('button', { name: 'Set a rate' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Rate', { exact: true }).fill('2400');
      await dialog.getByText('This would wait for a second person.', { exact: false }).waitFor();
      await dialog.getByLabel('Reason').fill('The market moved');
      await look(page);
      await dialog.getByRole('button', { name: 'Set a rate' }).click();
      await sawHeld(page);
    });
    const rates = await platform.sql(`SELECT rate FROM fx_checkout_rates WHERE base = 'USD'`);
    expect(rates).toEqual([]);
  });

  it('has a parked event handled again', async () => {
    const id = newId();
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                           attempts, parked_at)
       VALUES ($1, 'wallet', $2, 'wallet.not-subscribed', '{}', $3, 'live', 'c', $4, 10, $4)`,
      [id, newId(), newId(), platform.clock.now()],
    );
    await screens.as(await platform.staff('admin'), async (page) => {
      await screens.menu(page, 'Deliveries');
      await page.getByText('wallet.not-subscribed').waitFor();
      await page.getByRole('button', { name: 'Retry' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('The cause is corrected');
      await look(page);
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('No event is parked').waitFor();
    });
    const isHandled = async () => {
      const rows = await platform.sql(
        'SELECT 1 FROM outbox WHERE id = $1 AND (parked_at IS NOT NULL OR attempts > 0)',
        [id],
      );
      return rows.length === 0;
    };
    expect(await eventually(isHandled)).toBe(true);
  });
});
