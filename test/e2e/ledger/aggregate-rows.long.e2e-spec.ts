import type { Aggregate } from '@app/kernel';
import { DataSource } from 'typeorm';
import { CARDS } from '../../support/test-cards';
import { AggregateTable } from '../../../libs/write-path/src/unit-of-work/aggregate-table';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor } from '../business-api/card-deposits';
import { Payrolls } from '../business-api/payrolls';
import { CheckoutAttempt } from '../../../libs/checkout/src/attempts/checkout-attempt.aggregate';
import { Shop } from '../checkout-api/cards';
import { Escrows } from '../escrow/escrows';
import { Billing } from '../invoices/billing';
import { BvnTrials, freshNumber } from '../kyc/bvns';
import { KybTrials } from '../kyc/kybs';
import { ApprovalsDesk } from '../staff/approvals-desk';
import { KycDesk } from '../../support/kyc-desk';
import { openedChargeback } from '../../support/chargebacks';
import { pendingRefund } from '../../support/refunds';

type AnyAggregate = Aggregate & Record<string, unknown>;

/** Aggregates of every kind as the product itself has written them. */
describe('rows of aggregates', () => {
  let platform: Platform;
  let dataSource: DataSource;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    dataSource = platform.inside('business', DataSource);
    const escrows = new Escrows(platform);
    const merchant = await platform.merchant();
    const buyer = await escrows.person('5000.00', { account_type: 'business' });
    const asked = await platform.post(
      'business',
      'wallet.php?action=request-payment',
      { recipient: buyer.usertag, amount: 10, note: 'Lunch 🍲 "for two" \\ 7' },
      { token: merchant.token },
    );
    expect(asked.status).toBe(200);
    await new Depositor(platform, buyer.id, { token: buyer.token }).charge(CARDS.approved);
    await escrows.paidByCard(new Shop(platform, 'checkout', merchant.live.secret_key));
    await escrows.disputed(buyer, merchant);
    const rows = [{ recipient: merchant.usertag, amount: 10, note: 'Salary of “November”' }];
    expect((await new Payrolls(platform).create(buyer, rows)).status).toBe(200);
    const billing = new Billing(platform, merchant, 'live');
    const { id, payment_url } = await billing.sent({ allow_partial: true, due_date: '2026-01-31' });
    await billing.card(await billing.begin(payment_url, { amount: '60' }));
    await billing.action('credit', { id, amount: 1, reason: 'A scratch' });
    await billing.post('features.php?section=payment-links&action=create', { title: 'A book', max_uses: 3 });
    const account = { type: 'extwallet', nickname: 'Rent “flat 7”', extwallet_email: 'paid@example.com' };
    const saved = await platform.post('business', 'payout.php?action=add-bank', account, buyer);
    expect(saved.status).toBe(200);
    await platform.sql('UPDATE users SET kyc_level = 1 WHERE id = $1', [merchant.id]);
    await platform.fund(merchant, 'NGN', '5000.00');
    const details = { extwallet_email: 'paid@example.com' };
    const out = { method: 'extwallet', amount: 2000, details, pin: merchant.pin };
    const withdrawn = await platform.post('business', 'payout.php?action=initiate', out, merchant);
    expect(withdrawn.status).toBe(200);
    await new ApprovalsDesk(platform).held(await platform.staff('finance'));
    const compliance = await platform.staff('compliance');
    await new KycDesk(platform, compliance).uploaded(buyer, 'passport');
    expect((await new KybTrials(platform, compliance).submit(buyer)).status).toBe(200);
    const note = { object_id: merchant.id, text: 'Called “twice”' };
    const notes = 'admin.php?section=notes&action=add';
    expect((await platform.post('business', notes, note, { token: compliance.token })).status).toBe(200);
    const key = merchant.live.secret_key;
    await pendingRefund(platform, merchant);
    await openedChargeback(platform, merchant);
    const brand = { display_name: 'Okafor “Books”', color: '#0f766e', pin: merchant.pin };
    const path = 'business.php?section=brand&action=update';
    expect((await platform.post('business', path, brand, { token: merchant.token })).status).toBe(200);
    const subscriptions = (action: string, body: object) =>
      platform.post('checkout', `subscriptions.php?action=${action}`, body, { key });
    const terms = { name: 'Gold “1”', amount: 50, currency: 'NGN', interval: 'monthly' };
    const { plan_id } = (await subscriptions('create-plan', terms)).body.plan as { plan_id: string };
    const customer = { email: 'ada@example.com', name: 'Ada' };
    const billing_mode = 'wallet_auto';
    const subscribed = await subscriptions('subscribe', { plan_id, customer, billing_mode });
    const { checkout_session_id: session_id } = subscribed.body.invoice as { checkout_session_id: string };
    const payment = { session_id, pin: buyer.pin };
    const authorized = await platform.post('checkout', 'sessions.php?action=pay-wallet', payment, buyer);
    expect(authorized.status).toBe(200);
    const saving = { billing_mode: 'card_token', consent: { accepted: true } };
    const carded = await subscriptions('subscribe', {
      plan_id,
      customer: { email: 'ben@example.com' },
      ...saving,
    });
    const link = carded.body.invoice as { checkout_session_id: string };
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const attached = await shop.pay({ session_id: link.checkout_session_id }, CARDS.approved);
    expect(attached.status).toBe(200);
    const frozen = await platform.post(
      'sandbox',
      'test-clock.php?action=freeze',
      {},
      { key: merchant.test.secret_key },
    );
    expect(frozen.status).toBe(200);
    expect((await new BvnTrials(platform).verify(buyer, freshNumber())).status).toBe(200);
    const renaming = { last_name: 'Ibrahim' };
    await platform.post('business', 'settings.php?action=update-profile', renaming, { token: buyer.token });
    // The next cycle charges the saved card.
    platform.clock.advance({ days: 31 });
    await platform.runJobs();
  });
  afterAll(() => platform?.proveAndStop());

  /** Columns that an update writes, without those of objects, which may have changed in place. */
  function changesOf<A extends Aggregate>(table: AggregateTable<A>, aggregate: A): string[] {
    const row = table.rowOf(aggregate);
    const isObject = (value: unknown) =>
      typeof value === 'string'
        ? value.startsWith('\\x')
        : value instanceof Object && !(value instanceof Date);
    return table.changes(aggregate, row).filter((name) => !isObject(row[name]));
  }

  const rowsOf = (table: string) =>
    platform.sql(`SELECT to_jsonb(t) - 'version' AS rest, version FROM ${table} t ORDER BY id::text`);

  it('keep text of which half a character is missing, with a sign in its place', async () => {
    const table = new AggregateTable(dataSource.getRepository(CheckoutAttempt));
    const attempt = (await dataSource.manager.findOneBy(CheckoutAttempt, { mode: 'live' }))!;
    attempt.failure = 'Refused \ud83d';
    attempt.version += 1;
    const { text, values } = table.update([table.rowOf(attempt)]);
    await platform.sql(text, values);
    expect((await table.find('id', [attempt.id]))[0]).toMatchObject({ failure: 'Refused \ufffd' });
  });

  it('are updated only in the columns that differ from what was read or staged before', async () => {
    const table = new AggregateTable(dataSource.getRepository(CheckoutAttempt));
    const { id } = (await dataSource.manager.findOneBy(CheckoutAttempt, { mode: 'live' }))!;
    const [attempt] = await table.find('id', [id]);
    const staged = () => {
      attempt!.version += 1;
      return changesOf(table, attempt!).sort();
    };
    const { failure } = attempt!;
    attempt!.failure = 'No answer';
    expect(staged()).toEqual(['failure', 'version']);
    expect(staged()).toEqual(['version']);
    attempt!.failure = failure;
    expect(staged()).toEqual(['failure', 'version']);
    // An object may have been changed in place.
    expect(table.changes(attempt!, table.rowOf(attempt!))).toContain('earlier_gw_refs');
  });

  it('are read as the mapper reads them, of every kind, and written as they were', async () => {
    for (const { target, tableName } of dataSource.entityMetadatas) {
      const aggregates = await dataSource.manager.find<AnyAggregate>(target);
      const table = new AggregateTable(dataSource.getRepository(target as new () => AnyAggregate));
      expect({ tableName, count: aggregates.length }).not.toEqual({ tableName, count: 0 });
      const ids = aggregates.map(({ id }) => id);
      const found = await table.find('id', ids);
      expect(found).toEqual(aggregates);
      expect(found.flatMap((aggregate) => changesOf(table, aggregate!))).toEqual([]);

      const before = await rowsOf(tableName);
      for (const aggregate of aggregates) aggregate.version += 1;
      const { text, values } = table.update(aggregates.map((aggregate) => table.rowOf(aggregate)));
      await platform.sql(text, values);
      const raised = before.map(({ rest, version }) => ({ rest, version: Number(version) + 1 }));
      expect(await rowsOf(tableName)).toEqual(raised);
    }
  });
});
