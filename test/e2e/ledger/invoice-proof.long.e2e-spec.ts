import { LedgerVerificationService } from '@app/ledger';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import { Billing } from '../invoices/billing';

const JOURNALS = 'each invoice counts what was booked for it';
const PAYMENT = 'each payment of an invoice is one of its history';
const ROWS = 'each invoice counts its payments and credit notes';
const BOOKED = 'each payment of a live invoice is booked';
const PAID = 'an invoice is paid if and only if nothing of it is due';
const IN_FLIGHT = 'payments in flight of an invoice are at most what is due';
const INVOICE_NUMBERS = 'the numbers INV-… have no gap';
const NOTE_NUMBERS = 'the numbers CN-… have no gap';
const PLACES = 'no payment link has more completed payments than max_uses';
const TABLES = [
  ...['invoices', 'invoice_series', 'invoice_payments', 'credit_notes'],
  ...['payment_links', 'checkout_sessions'],
];

/** What a superuser changes about invoices and payment links is found by both verifications. */
describe('the books against invoices and payment links that were changed', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.open();
    const { platform } = billing;
    await platform.holdJobs();
    const partly = await billing.sent({ allow_partial: true });
    await billing.card(await billing.begin(partly.payment_url, { amount: '60' }));
    await billing.action('credit', { id: partly.id, amount: 5, reason: 'A scratch' });
    await billing.action('credit', { id: partly.id, amount: 5, reason: 'Another' });
    const paid = await billing.sent();
    await billing.card(await billing.begin(paid.payment_url));
    await billing.draft();
    const test = billing.inTestMode();
    await test.card(await test.begin((await test.sent()).payment_url));
    const terms = { title: 'A book', amount: 5, currency: 'NGN', max_uses: 3 };
    const { body: link } = await billing.post('features.php?section=payment-links&action=create', terms);
    for (let i = 0; i < 2; i++) await billing.card(await billing.begin(link.url as string));
    await platform.sealJournals();
    for (const table of TABLES) await platform.sql(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    await platform.verifyBooks();
  });
  afterAll(() => billing?.platform.stop());

  const restore = async () => {
    const tables = TABLES.map((table) => `INSERT INTO ${table} SELECT * FROM kept_${table}`).join('; ');
    await billing.platform.sql(
      `SET session_replication_role = replica; ${TABLES.map((table) => `DELETE FROM ${table}`).join('; ')};
       ${tables}; SET session_replication_role = origin`,
    );
  };
  const faultsOf = async () => {
    const { faults } = await billing.platform.inside('scheduler', LedgerVerificationService).verify();
    const running = new Set<string>();
    await billing.platform
      .inside('scheduler', RunningProofService)
      .runSteps(({ check }) => void running.add(check));
    return { whole: [...new Set(faults.map(({ check }) => check))].sort(), running: [...running].sort() };
  };

  it.each<[what: string, sql: string, checks: string[]]>([
    [
      'a larger paid amount',
      'UPDATE invoices SET paid_minor = 6001 WHERE paid_minor = 6000',
      [JOURNALS, ROWS],
    ],
    [
      'a larger credited amount',
      'UPDATE invoices SET credited_minor = 1001 WHERE credited_minor > 0',
      [ROWS],
    ],
    ['a payment less', 'DELETE FROM invoice_payments WHERE amount_minor = 6000', [JOURNALS, PAYMENT, ROWS]],
    [
      'a larger payment in test mode',
      `UPDATE invoice_payments SET amount_minor = 9999 WHERE session_id LIKE 'cs_test_%'`,
      [ROWS],
    ],
    [
      'a payment with the booking of another',
      `UPDATE invoice_payments SET booking_key = 'checkout ' WHERE amount_minor = 6000`,
      [BOOKED, JOURNALS, PAYMENT],
    ],
    [
      'an open invoice that nothing is due of',
      `UPDATE invoices SET status = 'sent', paid_at = NULL WHERE status = 'paid' AND mode = 'test'`,
      [PAID],
    ],
    [
      'a void invoice that was paid',
      `UPDATE invoices SET status = 'void', voided_at = now() WHERE paid_minor = 6000`,
      [PAID],
    ],
    [
      'a payment in flight of a paid invoice',
      `UPDATE checkout_sessions SET status = 'processing', attempt_id = gen_random_uuid(), paid_at = NULL
        WHERE origin_id = (SELECT id FROM invoices WHERE status = 'paid' AND mode = 'test')`,
      [IN_FLIGHT],
    ],
    ['a number less', `DELETE FROM invoices WHERE status = 'draft'`, [INVOICE_NUMBERS]],
    [
      'the first number missing',
      `UPDATE invoices SET number = 'INV-2001-000001' WHERE status = 'paid' AND mode = 'live'`,
      [INVOICE_NUMBERS],
    ],
    ['a lower last number', `UPDATE invoice_series SET last = 1 WHERE last = 3`, [INVOICE_NUMBERS]],
    ['a credit note less', `DELETE FROM credit_notes WHERE number LIKE '%1'`, [NOTE_NUMBERS, ROWS]],
    ['a payment too many of a link', 'UPDATE payment_links SET max_uses = 1', [PLACES]],
  ])('%s is found', async (_, sql, expected) => {
    await billing.platform.sql(
      `SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`,
    );
    const { whole, running } = await faultsOf();
    await restore();
    expect([whole, running]).toEqual([expected.sort(), expected.sort()]);
    await billing.platform.verifyBooks();
  });

  it('have no faults if nothing was changed', async () => {
    expect(await faultsOf()).toEqual({ whole: [], running: [] });
  });
});
