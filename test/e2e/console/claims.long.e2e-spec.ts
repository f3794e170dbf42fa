import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ConsoleScreens } from '../../support/console-screens';
import { picture } from '../../support/identity-files';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';
import { ChargebackDesk } from '../chargebacks/desk';
import { Escrows } from '../escrow/escrows';

describeOnEachScreen('The console of a merchant', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;
  let escrows: Escrows;
  let desk: ChargebackDesk;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    escrows = new Escrows(platform);
    desk = new ChargebackDesk(platform, merchant);
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  const press = (page: Page, name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).click();
  /** Answers the dialog with its button and waits until it is closed. */
  const answer = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const openFirst = (page: Page, amount: string) =>
    page.getByRole('main').getByRole('link', { name: amount }).first().click();

  it('answers the dispute of a buyer in time, which staff then decide', async () => {
    const buyer = await escrows.person('100000.00');
    const { uuid, dispute_uuid } = await escrows.disputed(buyer, merchant, { amount: 700 });
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await page.getByText('Disputes to answer').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Open' }).first().click();
      await page.getByText('Answer now').waitFor();
      await look(page);
      await openFirst(page, '₦700.00');
      await page.getByText(/Answer before staff decide, at the latest in 4[78] hours/).waitFor();
      await page.getByText('It never came').first().waitFor();
      await page.getByText('No answer yet').waitFor();
      await page.getByText('Escrow disputed').waitFor();
      await look(page);
      await press(page, 'Answer the dispute');
      await dialog.getByLabel('Your answer').fill('It was delivered on Monday');
      await dialog.getByText('Answered').waitFor();
      await look(page);
      await answer(page, 'Send answer');
      await page.getByText('Both sides have answered.', { exact: false }).waitFor();
      await page.getByText('It was delivered on Monday').first().waitFor();
      await look(page);
    });
    const answered = await escrows.detail(merchant, uuid);
    expect(answered.body.dispute).toMatchObject({
      status: 'responded',
      response: 'It was delivered on Monday',
    });
    await escrows.resolve(await platform.staff('finance'), dispute_uuid, 'split', {
      beneficiary_amount: 500,
    });
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Escrow');
      await openFirst(page, '₦700.00');
      await page.getByText('Your share is ₦500.00', { exact: false }).waitFor();
      await page.getByText('Both were heard').first().waitFor();
      await look(page);
    });
  });

  it('raises a dispute about an escrow, with evidence', async () => {
    const buyer = await escrows.person('10000.00');
    const { uuid } = await escrows.open(buyer, merchant, { amount: 800, deadline_days: 7 });
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Escrow');
      await openFirst(page, '₦800.00');
      await page.getByText(/The agreed deadline is .* \(in [67] days\)/).waitFor();
      await look(page);
      await press(page, 'Dispute');
      await dialog.getByLabel('What is wrong?').fill('The buyer has it and does not release');
      await dialog.getByLabel(/^Evidence/).fill('https://files.example/delivery-note.pdf');
      await dialog.getByText('Staff decide by').waitFor();
      await look(page);
      await answer(page, 'Dispute');
      await page.getByText(/You dispute this escrow\./).waitFor();
      await page.getByRole('link', { name: 'https://files.example/delivery-note.pdf' }).waitFor();
    });
    const { body } = await escrows.detail(buyer, uuid);
    expect(body).toMatchObject({ status: 'disputed', dispute: { raised_by: 'beneficiary' } });
  });

  it('releases one escrow to the payee and gives another back to the payer', async () => {
    const seller = await escrows.person();
    await platform.fund(merchant, 'NGN', '5000.00');
    const paid = await escrows.open(merchant, seller, { amount: 1200, condition: 'On delivery' });
    const buyer = await escrows.person('10000.00');
    const got = await escrows.open(buyer, merchant, { amount: 1300 });
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Escrow');
      await page.getByLabel('Your side').selectOption({ label: 'You pay' });
      await page.getByText('₦1,300.00').waitFor({ state: 'hidden' });
      await openFirst(page, '₦1,200.00');
      await page.getByText(/it never releases itself/).waitFor();
      await look(page);
      await press(page, 'Release');
      await dialog.getByLabel('Transaction PIN').fill('9999');
      await dialog.getByRole('button', { name: 'Release' }).click();
      await dialog.getByText(/^Wrong PIN/).waitFor();
      await look(page);
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await answer(page, 'Release');
      await page.getByText('the escrow has ended', { exact: false }).waitFor();
      await screens.menu(page, 'Escrow');
      await openFirst(page, '₦1,300.00');
      await press(page, 'Give the money back');
      await dialog.getByText('₦1,319.50').waitFor();
      await look(page);
      await answer(page, 'Give the money back');
      await page.getByRole('heading', { level: 1, name: /Returned$/ }).waitFor();
      await look(page);
    });
    expect((await escrows.detail(seller, paid.uuid)).body.status).toBe('released');
    expect(await escrows.money(seller)).toBe('1200.00 0.00');
    expect((await escrows.detail(buyer, got.uuid)).body.status).toBe('refunded');
    expect(await escrows.money(buyer)).toBe('10000.00 0.00');
  });

  it('answers a chargeback with a picture and a comment, and accepts another', async () => {
    const contested = await desk.raised();
    const receipt = path.join(os.tmpdir(), `receipt-${process.pid}.jpg`);
    writeFileSync(receipt, await picture());
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Chargebacks');
      await openFirst(page, '₦2,500.50');
      await page.getByText(/^Answer at the latest in \d+ .*: .* Without an answer it is lost\./).waitFor();
      await page.getByText('₦2,500.50 is held from your balance', { exact: false }).waitFor();
      await look(page);
      await press(page, 'Add a picture');
      await dialog.getByRole('button', { name: 'Upload' }).click();
      await dialog.getByText(/file/).first().waitFor();
      await look(page);
      await dialog.getByLabel('Picture').setInputFiles(receipt);
      await answer(page, 'Upload');
      await page.getByText('Picture 1', { exact: false }).waitFor();
      await look(page);
      await press(page, 'Contest');
      await dialog.getByLabel('Comment for the bank').fill('Delivered on Monday, see the receipt');
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await look(page);
      await answer(page, 'Contest');
      await page.getByText('The bank of the payer has your answer and decides.', { exact: false }).waitFor();
      await look(page);
    });
    await platform.runJobs();
    const { comment } = await desk.bank.row(contested.providerId);
    expect(comment).toMatch(/^Delivered on Monday, see the receipt\nEvidence: https:\/\/files\.invalid\//);
    await desk.bank.decide(contested.providerId, 'won');
    await desk.bank.read();
    const accepted = await desk.raised({}, { amount: 900 });
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Chargebacks');
      await openFirst(page, '₦900.00');
      await press(page, 'Accept');
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await look(page);
      await answer(page, 'Accept');
      await page.getByText('You accepted it', { exact: false }).waitFor();
      await look(page);
    });
    expect(await desk.detail(accepted.chargeback_id)).toMatchObject({ status: 'accepted' });
  });

  it('shows what is owed where the balance does not cover a chargeback', async () => {
    const poor = await platform.merchant();
    const own = new ChargebackDesk(platform, poor);
    const session = await own.paid();
    await own.spend(2400);
    await own.raisedOf(session);
    await screens.as(poor, async (page) => {
      await screens.menu(page, 'Chargebacks');
      await openFirst(page, '₦2,500.50');
      await page.getByText(/^You owe ₦/).waitFor();
      await look(page);
      await screens.menu(page, 'Escrow');
      await page.getByText('No escrows').waitFor();
    });
  });

  it('shows that an escrow pays a chargeback, and why its money cannot be given back', async () => {
    const seller = await platform.merchant();
    const own = new ChargebackDesk(platform, seller);
    const { session, uuid } = await escrows.paidByCard(own.shop, {}, 'ngozi@example.com');
    await own.raisedOf(session.session_id);
    await screens.as(seller, async (page) => {
      const dialog = page.getByRole('dialog');
      await page.getByText('Chargebacks to answer').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Open' }).click();
      await openFirst(page, '₦1,0');
      await page.getByText('An escrow holds the payment.', { exact: false }).waitFor();
      await look(page);
      await page.getByRole('link', { name: 'See the escrow' }).click();
      await page.getByText('ngozi@example.com').first().waitFor();
      await press(page, 'Give the money back');
      await dialog.getByText(/chargeback/i).waitFor();
      await look(page);
    });
    expect((await escrows.detail(seller, uuid)).body.status).toBe('funded');
  });
});
