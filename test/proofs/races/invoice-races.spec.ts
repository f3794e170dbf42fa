import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import { startPlatform } from '../../support/platform';
import { Billing } from '../../e2e/invoices/billing';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';

const INVOICES = amountOf('INVOICES', { short: 6, long: 300 });
const LINKS = amountOf('LINKS', { short: 2, long: 50 });
const PAYERS = 6;
const LINK_PAYERS = 24;
const MAX_USES = 5;
const TOTAL = 10_000;
const LINK_ACTIONS = 'features.php?section=payment-links&action=';

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

/** Two checkout hosts and a business host that share only the database. */
describe(`payers, voids and credits at once (SEED=${seed})`, () => {
  const random = new Random(seed);
  let billing: Billing;
  let bases: string[];

  beforeAll(async () => {
    const platform = await startPlatform({ env: { RATE_LIMITS: 'false' }, secondCheckout: true });
    billing = new Billing(platform, await platform.merchant(), 'live');
    bases = [platform.urls.checkout, await platform.secondCheckoutUrl()];
  });
  afterAll(() => billing?.platform.proveAndStop());

  /** Opens a payment on one of the hosts and pays it on one of them; null if the page refuses. */
  async function pay(url: string, fields: Record<string, string>): Promise<HttpAnswer | null> {
    const page = `${random.of(bases)}${new URL(url).pathname}/pay`;
    const { location } = await billing.form(page, fields);
    return location === null ? null : billing.card(new URL(location).pathname.split('/').at(-1)!);
  }

  it('take no more than an invoice asks for, and each acknowledged request counts once', async () => {
    const ends: Record<string, number> = {};
    for (let i = 0; i < INVOICES; i++) {
      const invoice = await billing.sent({ allow_partial: true });
      const amounts = Array.from({ length: PAYERS }, () => random.of([2500, 5000, 7500, TOTAL]));
      const credits = random.chance(50) ? [random.of([2500, 5000, TOTAL])] : [];
      const [payments, credited, voided] = await Promise.all([
        Promise.all(
          amounts.map(async (minor) => {
            const answer = await pay(invoice.payment_url, { amount: String(minor / 100) });
            return answer?.body?.status === 'completed' ? minor : 0;
          }),
        ),
        Promise.all(
          credits.map(async (minor) => {
            const credit = { id: invoice.id, amount: minor / 100, reason: 'A scratch' };
            return (await billing.action('credit', credit)).status === 200 ? minor : 0;
          }),
        ),
        random.chance(50) ? billing.action('void', { id: invoice.id }) : null,
      ]);
      const sum = (minors: number[]) => minors.reduce((a, b) => a + b, 0) / 100;
      const { status, amount_paid, amount_credited, overpaid } = await billing.detail(invoice.id);
      // Payers of one amount share a session, so two may see that it is completed.
      expect([overpaid, amount_credited]).toEqual([0, sum(credited)]);
      expect(Number(amount_paid)).toBeLessThanOrEqual(sum(payments));
      expect(Number(amount_paid) + Number(amount_credited)).toBeLessThanOrEqual(TOTAL / 100);
      if (voided?.status === 200) expect([status, amount_paid]).toEqual(['void', 0]);
      const [{ journals } = { journals: null }] = await billing.platform.sql<{ journals: string | null }>(
        `SELECT sum(amount_minor)::bigint AS journals FROM ledger.journals WHERE related_id = $1`,
        [invoice.id],
      );
      expect(Number(journals)).toBe(Math.round(Number(amount_paid) * 100));
      ends[String(status)] = (ends[String(status)] ?? 0) + 1;
    }
    await billing.platform.verifyBooks();
    const counts = Object.entries(ends).map(([status, count]) => `${count} ${status}`);
    report(`races: SEED=${seed}, ${INVOICES} invoices of ${PAYERS} payers: ${counts.join(', ')}`);
  });

  it('take a place of a link each, and never one more', async () => {
    for (let i = 0; i < LINKS; i++) {
      const terms = { title: 'A book', amount: 5, currency: 'NGN', max_uses: MAX_USES };
      const { id, url } = (await billing.post(`${LINK_ACTIONS}create`, terms)).body;
      const answers = await Promise.all(Array.from({ length: LINK_PAYERS }, () => pay(url as string, {})));
      const paid = answers.filter((answer) => answer?.status === 200).map((answer) => answer!);
      expect(paid.map(outcomeOf)).toEqual(Array<string>(MAX_USES).fill('200 OK'));
      const { body } = await billing.get(`${LINK_ACTIONS}detail&id=${id}`);
      expect(body).toMatchObject({ uses: MAX_USES, places_left: 0 });
    }
    await billing.platform.verifyBooks();
  });
});
