import { ConsoleScreens } from '../../support/console-screens';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { describeOnEachScreen, look } from '../checkout-api/browser';
import { Escrows } from '../escrow/escrows';
import { ApprovalsDesk } from '../staff/approvals-desk';

describeOnEachScreen('Approvals in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let maker: TestStaff;
  let approver: TestStaff;

  beforeAll(async () => {
    // Every amount waits for a second person.
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', FOUR_EYES_USD: '1' } });
    [maker, approver] = [await platform.staff('finance'), await platform.staff('finance')];
    await setLiveNairaRate(platform, 'USD', '1500');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  it('carry out the split of a dispute that a colleague asked for', async () => {
    const escrows = new Escrows(platform);
    const [buyer, seller] = [await escrows.person('5000.00'), await escrows.person()];
    const { uuid, dispute_uuid } = await escrows.disputed(buyer, seller);
    const held = await escrows.resolve(maker, dispute_uuid, 'split', { beneficiary_amount: 400 });
    expect(held.status).toBe(202);
    await screens.as(approver, async (page) => {
      await look(page);
      await page.getByRole('link', { name: 'Open Approvals' }).click();
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
      await look(page);
      await page.getByRole('link', { name: 'Resolve a dispute' }).click();
      await page.getByRole('heading', { name: 'What it would do now' }).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: /Executed$/ }).waitFor();
    });
    const { body } = await escrows.detail(buyer, uuid);
    expect(body.escrow?.status ?? body.status).toBe('resolved_split');
  });

  it('show the refusal of an action that a colleague has made impossible meanwhile', async () => {
    const escrows = new Escrows(platform);
    const [buyer, seller] = [await escrows.person('5000.00'), await escrows.person()];
    const { uuid, dispute_uuid } = await escrows.disputed(buyer, seller);
    const held = await escrows.resolve(maker, dispute_uuid, 'split', { beneficiary_amount: 400 });
    await screens.as(approver, async (page) => {
      await screens.menu(page, 'Approvals');
      await page.getByRole('link', { name: 'Resolve a dispute' }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      const faster = await escrows.resolve(await platform.staff('finance'), dispute_uuid, 'refund');
      await new ApprovalsDesk(platform).carriedOut(maker, faster);
      await page.getByRole('button', { name: 'Approve' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: /Failed$/ }).waitFor();
      await page.getByText('It was approved and then refused:', { exact: false }).waitFor();
      await look(page);
    });
    const [row] = await platform.sql<{ status: string }>('SELECT status FROM held_actions WHERE id = $1', [
      held.body.approval_id,
    ]);
    expect(row).toEqual({ status: 'failed' });
    expect((await escrows.detail(buyer, uuid)).body.escrow?.status).not.toBe('resolved_split');
  });
});
