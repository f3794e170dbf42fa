import type { HttpAnswer } from '../../support/http-client';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Escrows } from '../escrow/escrows';
import { AutopayDesk } from './autopay-desk';
import { CardDesk } from './card-desk';

describe('subscriptions.php?action=refund', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let cards: CardDesk;
  let wallets: AutopayDesk;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    cards = new CardDesk(platform, merchant.live);
    wallets = new AutopayDesk(platform, merchant);
  });
  afterAll(() => platform?.proveAndStop());

  const refund = (invoice_id: string, fields: object = {}): Promise<HttpAnswer> =>
    cards.post('refund', { invoice_id, ...fields });

  it('refunds a charge of a saved card through the company, and leaves the subscription as it is', async () => {
    const made = await cards.attached(await cards.plan());
    await cards.pass({ days: 31 });
    await cards.pass({ minutes: 5 });
    const [latest, first] = await cards.invoices(made);
    expect(latest).toMatchObject({ status: 'paid', checkout_session_id: null });
    const part = await refund(latest!.invoice_id, { amount: 2000, reason: 'A week without service' });
    expect(part.body.refund).toMatchObject({
      session_id: null,
      invoice_id: latest!.invoice_id,
      amount: 2000,
      method: 'card',
      status: 'pending',
    });
    await platform.runJobs();
    const [charge] = await cards.charges(made);
    const sent = await platform.sql<{ minor: string }>(
      `SELECT r.amount_minor::text AS minor FROM simulator.refunds r JOIN simulator.charges c ON c.id = r.charge_id
        WHERE c.tx_ref = $1`,
      [charge!.reference],
    );
    expect(sent).toEqual([{ minor: '200000' }]);
    expect(await cards.one(made)).toMatchObject({ status: 'active' });
    expect(await cards.latest(made)).toMatchObject({ status: 'paid' });
    expect(outcomeOf(await refund(latest!.invoice_id, { amount: 3001 }))).toBe('400 VALIDATION_ERROR');
    // The first invoice was paid in a session, which the refund names.
    const whole = await refund(first!.invoice_id);
    expect(whole.body.refund).toMatchObject({ amount: 5000, session_id: first!.checkout_session_id });
    await platform.runJobs();
    expect(await new Escrows(platform).refunds({ session_id: first!.checkout_session_id! })).toEqual([
      '500000',
    ]);
  });

  it('refunds a charge of a wallet to that wallet at once', async () => {
    const payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '20000');
    const made = await wallets.authorized(payer, await wallets.plan());
    await wallets.pass({ days: 31 });
    const [latest] = await wallets.invoices(made);
    expect(latest).toMatchObject({ status: 'paid', checkout_session_id: null });
    const balance = async () => {
      const [row] = await platform.sql<{ minor: string }>(
        `SELECT b.balance_minor::text AS minor FROM ledger.balances b JOIN wallets w ON w.id = b.account_id
          WHERE w.owner_id = $1`,
        [payer.id],
      );
      return Number(row!.minor);
    };
    const before = await balance();
    const { refund: made2 } = (await refund(latest!.invoice_id)).body;
    expect(made2).toMatchObject({ status: 'completed', method: 'wallet', invoice_id: latest!.invoice_id });
    expect(await balance()).toBe(before + made2.returned_amount * 100);
    expect(outcomeOf(await refund(latest!.invoice_id))).toBe('409 INVALID_STATE');
  });

  it('refuses an invoice that is not paid, and that of another account', async () => {
    const made = await cards.subscribed(await cards.plan());
    const open = await cards.latest(made);
    expect(outcomeOf(await refund(open.invoice_id))).toBe('409 INVALID_STATE');
    const other = new CardDesk(platform, (await platform.merchant()).live);
    expect(outcomeOf(await other.post('refund', { invoice_id: open.invoice_id }))).toBe('404 NOT_FOUND');
  });
});
