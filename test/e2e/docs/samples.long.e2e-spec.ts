import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runPage } from '../../support/doc-commands';
import { eventually } from '../../support/eventually';
import { picture } from '../../support/identity-files';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** The commands of pages that no other test of their subject runs, with the accounts of `.data/demo.json`. */
describe('The samples of the documentation', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let buyer: TestUser;
  let folder: string;
  /** A picture for uploads. */
  let file: string;

  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
    buyer = await platform.signUp();
    await platform.fund(merchant, 'NGN', '100000.00');
    await platform.fund(buyer, 'NGN', '5000.00');
    folder = mkdtempSync(path.join(os.tmpdir(), 'payments-samples-'));
    file = path.join(folder, 'picture.jpg');
    writeFileSync(file, await picture());
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform?.proveAndStop();
  });

  const run = (page: string, env: Record<string, string> = {}) =>
    runPage(page, platform, { merchant, buyer }, env);

  it('lock and release an escrow', async () => {
    const [output] = await run('guides/escrow.md');
    expect(output).toMatch(/"amount":1000,"fee":15,.*"status":"released"/s);
    expect(await platform.balanceOf(merchant)).toBe('101000.00');
  });

  it('refund a part of a payment', async () => {
    const [output] = await run('guides/refunds.md');
    expect(output).toMatch(/"amount":1000,"currency":"NGN".*"refund_ref":"return-77"/s);
    expect(output).toMatch(/"refunded_amount":1000,"refund_status":"partial"/);
  });

  it('contest and win a chargeback', async () => {
    const [output] = await run('guides/chargebacks.md');
    expect(output).toMatch(/"status":"contested".*"status":"won".*"is_test":true/s);
  });

  it('pay a payroll once', async () => {
    const before = Number(await platform.balanceOf(buyer));
    const [output] = await run('guides/payroll.md');
    expect(output).toContain('"dry_run":true');
    expect(output).toContain('"status":"completed"');
    expect(await platform.balanceOf(buyer)).toBe((before + 250).toFixed(2));
  });

  it('invite people to a team and read what was done', async () => {
    const [output] = await run('guides/team.md');
    expect(output).toMatch(/"email":"grace@example.com","role":"finance".*Invitation revoked/s);
    expect(output).not.toContain('kofi');
    expect(output).toContain('"action":"team.php/revoke-invitation"');
  });

  it('upload an identity document', async () => {
    const env = { APP: platform.urls.app, TOKEN: buyer.token, PICTURE: file };
    const [output] = await run('guides/kyc.md', env);
    expect(JSON.parse(output!)).toMatchObject({ doc_type: 'passport', status: 'pending' });
  });

  it('give a business a colour, a logo and a name to review', async () => {
    const [output] = await run('guides/brand.md', { LOGO: file });
    expect(output).toMatch(/"button_text":"#000000".*"adjusted":true/s);
    expect(output).toMatch(/\/brand\/[0-9a-f]{64}\.png\npending/);
    const page = await fetch(/http[^"\s]+\/brand\/\w+\.png/.exec(output!)![0]);
    expect(page.headers.get('content-type')).toBe('image/png');
  });

  it('pay a live session by a simulated bank transfer', async () => {
    const before = Number(await platform.balanceOf(merchant));
    const [output] = await run('reference/test-data.md');
    expect(output).toContain('"status":"completed"');
    expect(await platform.balanceOf(merchant)).toBe((before + 2500).toFixed(2));
  });

  it('make a payment link and list it', async () => {
    const [address] = await run('start/first-link.md');
    expect((await fetch(address!.trim())).status).toBe(200);
  });

  it('read figures, a statement, a page and an export', async () => {
    const [, , figures, statement, , csv] = await run('start/first-report.md');
    expect(figures).toContain('"inflow":');
    expectsSum(statement!);
    expect(csv).toMatch(/^"created_at",.*\r\n"2/);
  });

  it('lead from the statement to the export and the balance', async () => {
    const withdrawal = { method: 'extwallet', amount: 100, details: { extwallet_email: 'a@example.com' } };
    const by = { key: merchant.live.secret_key };
    const { body } = await platform.post('business', 'payout.php?action=initiate', withdrawal, by);
    const [statement, head, sum, payouts] = await run('guides/reconcile.md');
    const { opening, closing } = expectsSum(statement!);
    expect(head).toContain('"direction"');
    const [change, balance] = sum!.trim().split('\n');
    expect(Number(change)).toBe(closing - opening);
    expect(JSON.parse(balance!)).toMatchObject({ balance: closing.toFixed(2) });
    expect(payouts).toMatch(new RegExp(` \\w{3} [\\d.]+ 1 \\w+ ${body.transaction_id}\n`));
  });

  it('show the errors that troubleshooting explains', async () => {
    const [, , , , , feed] = await run('guides/troubleshooting.md');
    expect(feed).toContain('"next_after":');
  });

  it('lead a new business to a live session', async () => {
    const owner = await platform.signUp({ account_type: 'business' });
    const receiver = await platform.receiver();
    const followed = run('start/going-live.md', {
      BUSINESS: platform.urls.business,
      CHECKOUT: platform.urls.checkout,
      EMAIL: owner.email,
      PASSWORD: owner.password,
      CERTIFICATE: file,
      WEBHOOK_URL: receiver.url,
    });
    await Promise.race([followed, approveSubmission(owner)]);
    const [submitted, , , , dry] = await followed;
    expect(submitted).toContain('"kyb_status":"pending"');
    expect((await receiver.next()).event).toBe('test.ping');
    expect(dry).toContain('"dry_run":true');
  });

  /** Approves the submission of a business as compliance does, once it is there. */
  async function approveSubmission({ id }: TestUser): Promise<void> {
    const { token } = await platform.staff('compliance');
    const submission = await eventually(async () => {
      const queue = await platform.get('business', 'admin.php?section=kyb&action=queue', { token });
      return (queue.body.data.data as { user_id: string; submission_id: string }[]).find(
        ({ user_id }) => user_id === id,
      );
    });
    const { user_id, submission_id } = submission;
    const decision = { user_id, submission_id };
    const { status } = await platform.post('business', 'admin.php?section=kyb&action=approve', decision, {
      token,
    });
    expect(status).toBe(200);
  }

  /** Of `opening + in - out = closing`. */
  function expectsSum(text: string): { opening: number; closing: number } {
    const [opening, into, out, closing] = text.match(/\d+\.\d\d/g)!.map(Number) as [
      number,
      number,
      number,
      number,
    ];
    expect(opening + into - out).toBeCloseTo(closing, 2);
    expect(closing).toBeGreaterThan(0);
    return { opening, closing };
  }
});
