import type { Page } from 'playwright-core';
import { ConsoleScreens } from '../../support/console-screens';
import { KycDesk } from '../../support/kyc-desk';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';
import { KybTrials } from '../kyc/kybs';

describeOnEachScreen('Reviews in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let reviewer: TestStaff;
  let desk: KycDesk;
  let businesses: KybTrials;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    reviewer = await platform.staff('compliance');
    desk = new KycDesk(platform, reviewer);
    businesses = new KybTrials(platform, reviewer);
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  const rowOf = (page: Page, { usertag }: { usertag: string }) =>
    page.getByRole('link', { name: new RegExp(usertag) });

  it('approve an identity document by two keys, and open the next one', async () => {
    const [first, second] = [await platform.signUp(), await platform.signUp()];
    const passport = await desk.uploaded(first, 'passport');
    const selfie = await desk.uploaded(second, 'selfie');
    await screens.as(reviewer, async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('i');
      await rowOf(page, first).waitFor();
      await look(page);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^Passport/ }).waitFor();
      await page.getByRole('img', { name: 'Page 1 of the document' }).waitFor();
      await look(page);
      const [claimed] = await desk.queue(`&user_id=${first.id}`);
      expect(claimed!.claimed_by).toBe(reviewer.id);
      await page.keyboard.press('a');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await look(page);
      // The letter that opened the dialog is not typed into its first field.
      expect(await dialog.getByLabel('Document number').inputValue()).toBe('');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^Selfie/ }).waitFor();
      await page.keyboard.press('a');
      await dialog.waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('The queue is empty').first().waitFor();
    });
    for (const { id } of [passport, selfie]) {
      const [row] = await platform.sql<{ status: string; by: string }>(
        'SELECT status, reviewed_by AS by FROM kyc_documents WHERE id = $1',
        [id],
      );
      expect(row).toEqual({ status: 'approved', by: reviewer.id });
    }
  });

  it('show that a colleague is at work on a document, and turn and enlarge its picture', async () => {
    const owner = await platform.signUp();
    const colleague = await platform.staff('compliance');
    const { id } = await desk.uploaded(owner, 'national_id');
    await desk.act('claim', id, {}, colleague);
    await screens.as(reviewer, async (page) => {
      await screens.menu(page, 'Identity documents');
      await page.getByText('A colleague', { exact: true }).first().waitFor({ state: 'attached' });
      await rowOf(page, owner).click();
      await page.getByText('A colleague is reviewing this now.').waitFor();
      const picture = page.getByRole('img', { name: 'Page 1 of the document' });
      await picture.waitFor();
      await page.getByRole('button', { name: 'Enlarge' }).click();
      await page.getByRole('button', { name: 'Turn' }).click();
      expect(await picture.getAttribute('viewBox')).toBe('0 0 700 900');
      await look(page);
      await page.getByRole('button', { name: 'Review it anyway' }).click();
      await page.getByText('A colleague is reviewing this now.').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Reject' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.locator('[aria-invalid=true]').waitFor();
      await dialog.getByLabel('Reason').selectOption('The document has expired.');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });
    const [row] = await platform.sql<{ status: string; reason: string }>(
      'SELECT status, reject_reason AS reason FROM kyc_documents WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'rejected', reason: 'The document has expired.' });
  });

  it('reject a business with a usual reason', async () => {
    const owner = await businesses.business();
    await businesses.submit(owner);
    await screens.as(reviewer, async (page) => {
      await page.getByRole('link', { name: 'Open Businesses' }).click();
      await page.getByRole('heading', { level: 1, name: 'Businesses' }).waitFor();
      await look(page);
      await rowOf(page, owner).click();
      await page.getByText('RC 1234567').waitFor();
      await look(page);
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').selectOption('The legal name differs from that of the registry.');
      await look(page);
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('The queue is empty').first().waitFor();
    });
    expect(await businesses.statusOf(owner)).toBe('rejected');
    const [entry] = await platform.sql<{ staff_id: string; reason: string }>(
      `SELECT staff_id, reason FROM audit_log WHERE action = 'kyb.reject' AND subject = $1`,
      [owner.id],
    );
    expect(entry).toEqual({
      staff_id: reviewer.id,
      reason: 'The legal name differs from that of the registry.',
    });
  });

  it('hold the end of an approval for a second person, who decides about it', async () => {
    const owner = await businesses.approved();
    const second = await platform.staff('compliance');
    await screens.as(reviewer, async (page) => {
      await screens.menu(page, 'People');
      await page.getByRole('searchbox', { name: 'user tag' }).fill(owner.email);
      await page.keyboard.press('Enter');
      await rowOf(page, owner).click();
      await page.getByRole('link', { name: 'Approved' }).click();
      await page.getByRole('button', { name: 'Revoke the approval' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').selectOption('We do not serve this kind of business.');
      await dialog.getByRole('button', { name: 'Revoke the approval' }).click();
      await dialog.getByText('This waits for a second person.', { exact: false }).waitFor();
      await look(page);
      await dialog.getByRole('link', { name: 'See the approval' }).click();
      await page.getByText('You asked for this. A colleague has to approve it.').waitFor();
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    });
    expect(await businesses.statusOf(owner)).toBe('approved');
    await screens.as(second, async (page) => {
      await page.getByRole('link', { name: 'Open Approvals' }).click();
      await page.getByRole('link', { name: 'Revoke the approval of a business' }).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: /Executed$/ }).waitFor();
      await look(page);
    });
    expect(await businesses.statusOf(owner)).not.toBe('approved');
  });
});
