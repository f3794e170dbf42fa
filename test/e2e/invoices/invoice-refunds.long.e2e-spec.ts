import { eventually } from '../../support/eventually';
import { Billing } from './billing';

interface Note {
  number: string;
  amount: number;
  kind: string;
  refund_id: string | null;
  reason: string;
}

describe('a refund of an invoice payment', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.open();
    await billing.platform.holdJobs();
  });
  afterAll(() => billing?.platform.proveAndStop());

  /** Pays this amount of the invoice; the session. */
  async function paid(payment_url: string, fields: Record<string, string> = {}): Promise<string> {
    const token = await billing.begin(payment_url, fields);
    await billing.card(token);
    return billing.sessionOf(token);
  }

  async function refund(session_id: string, amount?: number, reason?: string): Promise<string> {
    const body = { session_id, amount, reason };
    const path = 'sessions.php?action=refund';
    const { status, text, body: made } = await billing.platform.post('checkout', path, body, billing.key);
    if (status !== 200) throw new Error(text);
    return made.refund.refund_id as string;
  }

  const notesOf = async (id: string) => (await billing.detail(id)).credit_notes as Note[];

  /** The notes of an invoice once it has so many. */
  const notes = (id: string, count: number) =>
    eventually(async () => {
      const found = await notesOf(id);
      return found.length === count && found;
    });

  it('has a credit note when the payer has the money, and reopens no claim', async () => {
    const invoice = await billing.sent();
    const session = await paid(invoice.payment_url);
    const first = await refund(session, 40, 'One chair is broken');
    expect(await notesOf(invoice.id)).toEqual([]);
    await billing.platform.runJobs();
    expect(await notes(invoice.id, 1)).toEqual([
      {
        number: expect.stringMatching(/^CN-\d{4}-000001$/),
        amount: 40,
        reason: 'One chair is broken',
        kind: 'refund',
        refund_id: first,
        created_at: expect.any(String),
      },
    ]);
    const rest = await refund(session);
    await billing.platform.runJobs();
    expect((await notes(invoice.id, 2))[1]).toMatchObject({ amount: 60, refund_id: rest, kind: 'refund' });
    expect(await billing.detail(invoice.id)).toMatchObject({
      status: 'paid',
      amount_paid: 100,
      amount_credited: 0,
      amount_due: 0,
      refunded_amount: 100,
    });
    const page = await (await fetch(invoice.payment_url)).text();
    expect(page).toMatch(/Refunded, credit note CN-\d{4}-000001/);
    expect(page).toContain('₦40.00');
  });

  it('has no credit note if it fails, and one if it comes back and is sent anew', async () => {
    const [failing, returning] = [await billing.sent(), await billing.sent()];
    const sessions = [await paid(failing.payment_url), await paid(returning.payment_url)] as const;
    await billing.platform.sql(
      `UPDATE checkout_attempts a SET gateway_transaction_id = 'gone-' || a.id FROM checkout_sessions s
        WHERE s.attempt_id = a.id AND s.session_id = $1`,
      [sessions[0]],
    );
    await refund(sessions[0]);
    const refund_id = await refund(sessions[1], 30);
    await billing.platform.runJobs();
    await notes(returning.id, 1);
    const { token } = await billing.platform.staff('finance');
    const path = 'admin.php?section=refunds&action=return';
    const decision = { refund_id, reason: 'The company has it again' };
    const returned = await billing.platform.post('business', path, decision, { token });
    expect(returned.body.refund).toMatchObject({ returned_at: expect.any(String) });
    for (const amount of [30, 40]) {
      await refund(sessions[1], amount);
      await billing.platform.runJobs();
    }
    expect(await notes(returning.id, 2)).toMatchObject([{ amount: 30 }, { amount: 40 }]);
    expect(await notesOf(failing.id)).toEqual([]);
    expect(await billing.detail(failing.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
  });

  it('shares the numbers of credit notes with write-offs of the same moment, without a gap', async () => {
    const refunded = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const invoice = await billing.sent();
        await refund(await paid(invoice.payment_url));
        return invoice.id;
      }),
    );
    const written = await Promise.all(Array.from({ length: 6 }, async () => (await billing.sent()).id));
    await Promise.all([
      billing.platform.runJobs(),
      ...written.map(async (id) => {
        const answer = await billing.action('credit', { id, amount: 1, reason: 'Closing a rest' });
        expect([200, 409]).toContain(answer.status);
      }),
    ]);
    for (const id of refunded) expect(await notes(id, 1)).toMatchObject([{ amount: 100, kind: 'refund' }]);
    // A gap or a double would be a fault of the books, which are verified at the end.
    const numbers = await billing.platform.sql<{ number: string }>('SELECT number FROM credit_notes');
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
  });
});
