import { PDFiumLibrary } from '@hyzyla/pdfium';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { modulesOfSvg, textInPicture, textOfQrCode } from '../../support/qr-code';
import { setNairaRate } from '../../support/rates';
import { CARDS } from '../../support/test-cards';
import { InvoicePdfService } from '../../../libs/invoices/src/pdf/invoice-pdf.service';
import { MarkOverdueInvoices } from '../../../libs/invoices/src/invoices/jobs/mark-overdue-invoices';
import { Bank } from '../business-api/card-deposits';
import { play } from '../checkout-api/async-payments';
import { Billing, invoiceBody } from './billing';

const STRANGER = '01a1fbac-7ec7-753f-a9b6-e5600ab78d60';

describe('invoices', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.open();
  });
  afterEach(() => billing.platform.verifyBooks());
  afterAll(() => billing?.platform.proveAndStop());

  const outcomes = async (...answers: ReturnType<Billing['action']>[]) =>
    (await Promise.all(answers)).map(outcomeOf);
  const dayFromNow = (days: number) =>
    new Date(billing.platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  describe('writing', () => {
    it('drafts one with its number, totals, page and QR code', async () => {
      const items = [{ description: 'Tiles', quantity: 3, unit_price: '33.33', tax_rate: 7.5 }];
      const draft = await billing.draft({
        items,
        discount_percent: 10,
        due_date: '2030-01-31',
        notes: 'Thanks',
      });
      expect(draft).toMatchObject({
        success: true,
        invoice_number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
        status: 'draft',
        payment_url: expect.stringMatching(`^${billing.platform.urls.checkout}/invoice/[\\w-]{43}$`),
        qr_svg: expect.stringContaining('<svg'),
        items: [
          { description: 'Tiles', quantity: 3, unit_price: 33.33, tax_rate: 7.5, amount: 99.99, tax: 6.75 },
        ],
        taxes: [{ tax_rate: 7.5, tax: 6.75 }],
        subtotal: 99.99,
        discount: 10,
        discount_percent: 10,
        tax: 6.75,
        total: 96.74,
        amount_paid: 0,
        amount_due: 96.74,
        currency_code: 'NGN',
        due_date: '2030-01-31',
        notes: 'Thanks',
        allow_partial: false,
        reminders: false,
        language: 'en',
        is_test: false,
        sent_at: null,
      });
      expect(await billing.detail(draft.invoice_number)).toMatchObject({
        id: draft.id,
        due_date: '2030-01-31',
        payments: [],
        credit_notes: [],
        mails: [],
      });
    });

    it('answers with the PDF of an invoice to its owner alone, in both forms', async () => {
      const { id, invoice_number: number } = await billing.draft();
      const pdfBy = (path: string, by = billing) => by.get(`${path}action=pdf&id=${id}`);
      for (const path of ['invoices.php?', 'business.php?section=invoices&']) {
        const { status, headers, text } = await pdfBy(path);
        expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
          ...[200, 'application/pdf', `attachment; filename="${number}.pdf"`],
        ]);
        expect(text.startsWith('%PDF-1.7')).toBe(true);
      }
      const stranger = billing.of(await billing.platform.merchant());
      expect(outcomeOf(await pdfBy('invoices.php?', stranger))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await pdfBy('invoices.php?', billing.inTestMode()))).toBe('404 NOT_FOUND');
    });

    it('is drawn four at a time for an account, and networks take turns', async () => {
      const other = billing.of(await billing.platform.merchant());
      const [own, another] = [await billing.draft(), await other.draft({ client_name: 'Ben' })];
      const pdf = billing.platform.inside('business', InvoicePdfService);
      const drawn: string[] = [];
      let draw!: () => void;
      const gate = new Promise<void>((resolve) => (draw = resolve));
      jest
        .spyOn(pdf as unknown as { inWorker(sheet: object): Promise<Buffer> }, 'inWorker')
        .mockImplementation(async (sheet) => {
          drawn.push(JSON.stringify(sheet).includes('Ben') ? 'other' : 'own');
          await gate;
          return Buffer.from('%PDF');
        });
      const read = (by: Billing, { id }: { id: string }, address: string) =>
        by.get(`invoices.php?action=pdf&id=${id}`, { ...by.key, headers: { 'x-forwarded-for': address } });
      const answers = Array.from({ length: 5 }, () => read(billing, own, '198.51.100.7').then(outcomeOf));
      // The fifth is refused while the others wait.
      expect(await Promise.race(answers)).toBe('429 RATE_LIMITED');
      const { turns } = pdf as unknown as { turns: { waiting: number } };
      const later = read(other, another, '198.51.100.8').then(outcomeOf);
      await eventually(() => Promise.resolve(turns.waiting === 4));
      draw();
      expect(await later).toBe('200 OK');
      expect((await Promise.all(answers)).filter((outcome) => outcome === '200 OK')).toHaveLength(4);
      expect(drawn).toEqual(['own', 'own', 'other', 'own', 'own']);
      jest.restoreAllMocks();
    });

    it('leads to its page by the QR codes of the answer and of the PDF', async () => {
      const invoice = await billing.sent({ language: 'fr' });
      const { modules, margin } = modulesOfSvg(String(invoice.qr_svg));
      expect([textOfQrCode(modules), margin]).toEqual([invoice.payment_url, 4]);
      const { urls } = billing.platform;
      const file = await fetch(`${urls.business}/api/invoices.php?action=pdf&id=${invoice.id}`, {
        headers: { 'x-api-key': billing.key.key },
      });
      const library = await PDFiumLibrary.init();
      try {
        const document = await library.loadDocument(new Uint8Array(await file.arrayBuffer()));
        const scale = 4;
        const page = await document.getPage(0).render({ scale, colorSpace: 'Gray', render: 'bitmap' });
        const millimetre = (scale * 72) / 25.4;
        expect(textInPicture(page, 20 * millimetre, 28 * millimetre)).toBe(invoice.payment_url);
      } finally {
        library.destroy();
      }
    });

    it('changes the given fields of a draft, and of no sent invoice', async () => {
      const { id } = await billing.draft({ notes: 'First', discount_percent: 50 });
      const items = [{ description: 'Desk', quantity: '0.5', unit_price: 10.01 }];
      const changed = await billing.action('update', { id, items, client_name: 'Ben' });
      expect(changed.body).toMatchObject({ client_name: 'Ben', notes: 'First', subtotal: 5.01, total: 2.5 });
      await billing.action('send', { id });
      expect((await billing.action('update', { id, notes: 'Late' })).body).toMatchObject({
        error_code: 'INVALID_STATE',
        message: 'A sent invoice cannot be changed.',
      });
    });

    it('empties the fields of a draft that clear names', async () => {
      const { id } = await billing.draft({ notes: 'First', due_date: '2031-01-01' });
      const both = await billing.action('update', { id, notes: 'Second', clear: ['notes'] });
      expect([outcomeOf(both), both.body.errors]).toMatchObject([
        '400 VALIDATION_ERROR',
        [{ field: 'clear' }],
      ]);
      expect(outcomeOf(await billing.action('update', { id, clear: ['client_name'] }))).toBe(
        '400 VALIDATION_ERROR',
      );
      const without = { notes: null, due_date: '2031-01-01' };
      expect((await billing.action('update', { id, clear: ['notes'] })).body).toMatchObject(without);
      const changed = await billing.action('update', { id, notes: 'Third', clear: ['due_date'] });
      expect(changed.body).toMatchObject({ notes: 'Third', due_date: null });
    });

    it.each([
      ['no items', { items: [] }],
      ['items of another kind', { items: ['Chair'] }],
      ['a quantity of zero', { items: [{ description: 'A', quantity: 0, unit_price: 1 }] }],
      ['a negative quantity', { items: [{ description: 'A', quantity: -1, unit_price: 1 }] }],
      ['a price with three decimals', { items: [{ description: 'A', quantity: 1, unit_price: 1.005 }] }],
      ['a rate above 100', { items: [{ description: 'A', quantity: 1, unit_price: 1, tax_rate: 100.1 }] }],
      ['a discount above 100', { discount_percent: 101 }],
      ['a total above the largest amount', { items: [{ description: 'A', quantity: 1e6, unit_price: 1e9 }] }],
      ['a day that does not exist', { due_date: '2026-02-30' }],
      ['a day before year 1', { due_date: '0000-01-01' }],
      ['an instant for a day', { due_date: '2026-02-03T00:00:00Z' }],
      ['a line break in the name', { client_name: 'Ada\r\nBcc: x@example.com' }],
      ['an address of no mail', { client_email: 'ada' }],
      ['101 items', { items: Array(101).fill({ description: 'A', quantity: 1, unit_price: 1 }) }],
    ])('refuses %s', async (_what, fields) => {
      expect(outcomeOf(await billing.action('create', invoiceBody(fields)))).toBe('400 VALIDATION_ERROR');
    });

    it('is for business accounts, with the scope, and shows no invoice of others', async () => {
      const { id, invoice_number } = await billing.draft();
      const person = await billing.platform.signUp();
      const asPerson = billing.post('invoices.php?action=create', invoiceBody(), { token: person.token });
      const other = billing.of(await billing.platform.merchant());
      expect(
        await outcomes(
          asPerson,
          other.action('send', { id }),
          other.action('void', { id }),
          other.get(`invoices.php?action=detail&id=${id}`),
          billing.action('send', { id: STRANGER }),
          billing.action('send', { id: 'INV-2026-999999' }),
          billing.action('send', { id: 'no id' }),
        ),
      ).toEqual(['403 ACCOUNT_TYPE_FORBIDDEN', ...Array<string>(6).fill('404 NOT_FOUND')]);
      const otherList = await other.get(`invoices.php?action=list&search=${invoice_number}`);
      expect(otherList.body.data.total).toBe(0);
    });

    it('gives numbers without gaps to 64 rivals on two processes', async () => {
      const rivals = billing.of(await billing.platform.merchant());
      const second = await billing.platform.secondBusinessUrl();
      const urls = [billing.platform.urls.business, second];
      const made = await Promise.all(
        Array.from({ length: 64 }, (_, i) =>
          billing.platform.post(`${urls[i % 2]}`, 'invoices.php?action=create', invoiceBody(), rivals.key),
        ),
      );
      const year = billing.platform.clock.now().getUTCFullYear();
      const numbers = made.map(({ body }) => body.invoice_number as string).sort();
      expect(numbers).toEqual(
        Array.from({ length: 64 }, (_, i) => `INV-${year}-${String(i + 1).padStart(6, '0')}`),
      );
    });
  });

  describe('listing', () => {
    it('filters by shown status and by text, also in the other file', async () => {
      const clerk = billing.of(await billing.platform.merchant());
      const [draft, open] = [await clerk.draft({ client_name: '100 % Wood_' }), await clerk.sent()];
      const late = await clerk.sent({ due_date: dayFromNow(-1), client_email: 'late@example.com' });
      const gone = await clerk.draft();
      await clerk.action('void', { id: gone.id });
      const ids = async (query: string) => {
        const { body } = await clerk.get(`business.php?section=invoices&action=list&${query}`);
        return (body.data.data as { id: string }[]).map(({ id }) => id);
      };
      expect(await ids('')).toEqual([gone.id, late.id, open.id, draft.id]);
      expect((await clerk.detail(late.id)).status).toBe('overdue');
      expect(await ids('per_page=1&page=2')).toEqual([late.id]);
      for (const [query, expected] of [
        ['status=draft', draft],
        ['status=sent', open],
        ['status=overdue', late],
        ['status=void', gone],
        ['search=%25 wood_', draft],
        ['search=LATE@', late],
        [`search=${open.invoice_number.slice(-4)}`, open],
      ] as const)
        expect([query, await ids(query)]).toEqual([query, [expected.id]]);
      const refused = ['page=0', 'page=-1', 'page=1e21', 'per_page=51', 'status=late', 'page=1&page=2'];
      const answers = refused.map((query) => clerk.get(`invoices.php?action=list&${query}`));
      expect(await outcomes(...answers)).toEqual(refused.map(() => '400 VALIDATION_ERROR'));
    });
  });

  describe('paying', () => {
    it('credits the business, marks it paid, and shows both in the history', async () => {
      const invoice = await billing.sent();
      const session = await billing.begin(invoice.payment_url);
      expect(await billing.begin(invoice.payment_url)).toBe(session);
      expect((await billing.card(session)).body).toMatchObject({ status: 'completed' });
      const paid = await billing.detail(invoice.id);
      expect(paid).toMatchObject({ status: 'paid', amount_paid: 100, amount_due: 0, overpaid: 0 });
      expect(paid.payments).toEqual([
        {
          session_id: await billing.sessionOf(session),
          method: 'card',
          amount: 100,
          overpaid: 0,
          paid_at: expect.any(String),
        },
      ]);
      const { body } = await billing.platform.get('business', 'transactions.php?action=list&type=invoice', {
        token: billing.merchant.token,
      });
      expect(body.data.data[0]).toMatchObject({
        type: 'invoice',
        amount: 100,
        reference: invoice.invoice_number,
      });
      expect(
        await outcomes(
          billing.action('send', { id: invoice.id }),
          billing.action('void', { id: invoice.id }),
        ),
      ).toEqual(['409 INVALID_STATE', '409 INVALID_STATE']);
      expect((await billing.form(`${invoice.payment_url}/pay`)).status).toBe(409);
    });

    it('is paid from a wallet once by two payers at once, and shows in the history of both sides', async () => {
      const invoice = await billing.sent();
      const session_id = await billing.sessionOf(await billing.begin(invoice.payment_url));
      const payers = [await billing.platform.signUp(), await billing.platform.signUp()];
      for (const payer of payers) await billing.platform.fund(payer, 'NGN', '150.00');
      const before = Number(await billing.platform.balanceOf(billing.key));
      const pay = (payer: { pin: string; token: string }) =>
        billing.platform.post(
          'checkout',
          'sessions.php?action=pay-wallet',
          { session_id, pin: payer.pin },
          { token: payer.token },
        );
      expect(outcomeOf(await pay(billing.merchant))).toBe('400 VALIDATION_ERROR');
      const answers = await Promise.all(payers.map(pay));
      expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
      const balances = await Promise.all(payers.map(({ token }) => billing.platform.balanceOf({ token })));
      expect([...balances].sort()).toEqual(['150.00', '50.00']);
      expect(Number(await billing.platform.balanceOf(billing.key))).toBeCloseTo(before + 100, 2);
      expect(await billing.detail(invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid: 100,
        overpaid: 0,
        payments: [{ session_id, method: 'wallet', amount: 100 }],
      });
      const payer = payers[balances.indexOf('50.00')]!;
      for (const [token, direction] of [
        [payer.token, 'debit'],
        [billing.merchant.token, 'credit'],
      ] as const) {
        const path = `wallet.php?action=history&q=${invoice.invoice_number}`;
        const { body } = await billing.platform.get('business', path, { token });
        expect(body.data.data).toMatchObject([
          { type: 'invoice', direction, amount: 100, reference: invoice.invoice_number },
        ]);
      }
    });

    it('counts what it asks for, whatever the wallet of the payer paid in its own currency', async () => {
      await setNairaRate(billing.platform, 'USD', '1500');
      const invoice = await billing.sent({ allow_partial: true });
      const payer = await billing.platform.signUp({ currency: 'USD' });
      await billing.platform.fund(payer, 'USD', '1.00');
      const pay = async (amount: string) => {
        const session_id = await billing.sessionOf(await billing.begin(invoice.payment_url, { amount }));
        const { body } = await billing.platform.post(
          'checkout',
          'sessions.php?action=pay-wallet',
          { session_id, pin: payer.pin },
          { token: payer.token },
        );
        return [body.debited_amount, body.debited_currency];
      };
      expect([await pay('0.01'), await pay('99.99')]).toEqual([
        [0.01, 'USD'],
        [0.07, 'USD'],
      ]);
      expect(await billing.detail(invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid: 100,
        payments: [{ amount: 0.01 }, { amount: 99.99 }],
      });
    });

    it('is paid by bank transfer and after a challenge of the bank, once each', async () => {
      const invoice = await billing.sent({ allow_partial: true });
      const transfer = async (token: string, decision: string) => {
        const session_id = await billing.sessionOf(token);
        const action = 'sessions.php?action=pay-bank-transfer';
        const { body } = await billing.platform.post(
          'checkout',
          action,
          { session_id },
          { sessionToken: token },
        );
        expect(await play(body.simulate_url as string, { decision })).toBe(200);
      };
      const bank = new Bank(billing.platform);
      const token = await billing.begin(invoice.payment_url, { amount: '60' });
      await transfer(token, 'short');
      expect(await billing.detail(invoice.id)).toMatchObject({ amount_paid: 0, overpaid: 0, payments: [] });
      await transfer(token, 'exact');
      await eventually(async () => (await billing.detail(invoice.id)).amount_paid === 60);

      const { body } = await billing.card(await billing.begin(invoice.payment_url), CARDS.challenge);
      expect(body).toMatchObject({ auth_mode: 'redirect' });
      await bank.decide(body.redirect_url as string, 'approve');
      await eventually(async () => (await billing.detail(invoice.id)).status === 'paid');
      expect(await billing.detail(invoice.id)).toMatchObject({
        amount_paid: 100,
        overpaid: 0,
        payments: [
          { method: 'bank_transfer', amount: 60 },
          { method: 'card', amount: 40 },
        ],
      });
    });

    it('takes parts where the business allows them, with one pending session at a time', async () => {
      const invoice = await billing.sent({ allow_partial: true });
      const first = await billing.begin(invoice.payment_url, { amount: '30' });
      const second = await billing.begin(invoice.payment_url, { amount: '40' });
      expect(outcomeOf(await billing.card(first))).toBe('410 SESSION_EXPIRED');
      await billing.card(second);
      expect(await billing.detail(invoice.id)).toMatchObject({
        status: 'sent',
        amount_paid: 40,
        amount_due: 60,
      });
      expect((await billing.form(`${invoice.payment_url}/pay`, { amount: '60.01' })).status).toBe(400);
      await billing.card(await billing.begin(invoice.payment_url));
      expect(await billing.detail(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    });

    it('takes no part where they are not allowed', async () => {
      const { payment_url } = await billing.sent();
      expect((await billing.form(`${payment_url}/pay`, { amount: '99.99' })).status).toBe(400);
    });

    it('keeps the share of a payment in flight', async () => {
      const invoice = await billing.sent({ allow_partial: true });
      const waiting = await billing.begin(invoice.payment_url, { amount: '70' });
      await billing.card(waiting, CARDS.otp);
      const pageIn = async (lang: string) => (await fetch(`${invoice.payment_url}?lang=${lang}`)).text();
      const page = await pageIn('en');
      expect([/max="([^"]*)"/.exec(page)?.[1], / value="([^"]*)"/.exec(page)?.[1]]).toEqual([
        '30.00',
        '30.00',
      ]);
      expect(page).toContain('All or a part of ₦30.00.');
      expect(page).toContain('A payment of ₦70.00 is under way.');
      expect(await pageIn('fr')).toMatch(/Un paiement de 70,00\s₦ est en cours\./);
      expect((await billing.form(`${invoice.payment_url}/pay`, { amount: '30.01' })).status).toBe(400);
      expect(await outcomes(billing.action('void', { id: invoice.id }))).toEqual(['409 INVALID_STATE']);
      const credit = { id: invoice.id, amount: 30.01, reason: 'Too much' };
      expect(await outcomes(billing.action('credit', credit))).toEqual(['400 VALIDATION_ERROR']);
      await billing.card(await billing.begin(invoice.payment_url, { amount: '30' }));
      // All that is left is being paid: the page offers no amount, and the form leads to that payment.
      const whole = await pageIn('en');
      expect(whole).toContain('Show the payment');
      expect(whole).not.toContain('name="amount"');
      expect(await billing.begin(invoice.payment_url, { amount: '1' })).toBe(waiting);
    });

    it('never takes more than the total from payers at once', async () => {
      const invoice = await billing.sent({ allow_partial: true });
      const amounts = ['60', '50', '100', '60', '40', '70'];
      await Promise.all(
        amounts.map(async (amount) => {
          const { location } = await billing.form(`${invoice.payment_url}/pay`, { amount });
          if (location) await billing.card(new URL(location).pathname.split('/').at(-1)!);
        }),
      );
      const { amount_paid, amount_due, overpaid } = await billing.detail(invoice.id);
      expect(Number(amount_paid) + Number(amount_due)).toBe(100);
      expect(overpaid).toBe(0);
    });

    it('counts money that staff apply up to what is due, and shows the rest as overpaid', async () => {
      const invoice = await billing.sent({ allow_partial: true });
      const token = await billing.begin(invoice.payment_url, { amount: '70' });
      await new Bank(billing.platform).order('amount-mismatch');
      await billing.card(token);
      await billing.card(await billing.begin(invoice.payment_url, { amount: '50' }));
      const pending = await billing.begin(invoice.payment_url);
      const [set] = await billing.platform.sql<{ id: string }>(
        `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
          WHERE s.session_id = $1 AND a.status = 'unapplied'`,
        [await billing.sessionOf(token)],
      );
      const { token: finance } = await billing.platform.staff('finance');
      const decision = { id: set!.id, reason: 'For the invoice' };
      const path = 'admin.php?section=unapplied&action=apply';
      const applied = await billing.platform.post('business', path, decision, { token: finance });
      expect(applied.status).toBe(200);
      expect(await billing.detail(invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid: 100,
        amount_due: 0,
        overpaid: 19,
        payments: [{ amount: 50 }, { amount: 50, overpaid: 19 }],
      });
      expect(outcomeOf(await billing.card(pending))).toBe('410 SESSION_EXPIRED');
    });
  });

  describe('ending', () => {
    it('voids for good and closes the pending session', async () => {
      const invoice = await billing.sent();
      const session = await billing.begin(invoice.payment_url);
      expect((await billing.action('void', { id: invoice.id })).body).toMatchObject({
        status: 'void',
        amount_due: 0,
      });
      expect(outcomeOf(await billing.card(session))).toBe('410 SESSION_EXPIRED');
      expect(await outcomes(billing.action('void', { id: invoice.id }))).toEqual(['409 INVALID_STATE']);
    });

    it('lets one of void and pay win', async () => {
      for (let i = 0; i < 4; i++) {
        const invoice = await billing.sent();
        const session = await billing.begin(invoice.payment_url);
        await Promise.all([billing.card(session), billing.action('void', { id: invoice.id })]);
        const { status, amount_paid } = await billing.detail(invoice.id);
        expect([status, amount_paid]).toEqual(status === 'void' ? ['void', 0] : ['paid', 100]);
      }
    });

    it('writes off a rest with a numbered credit note, and all of it as void', async () => {
      const partly = await billing.sent({ allow_partial: true });
      await billing.card(await billing.begin(partly.payment_url, { amount: '99.90' }));
      const reason = 'Closing a rest';
      expect((await billing.action('credit', { id: partly.id, amount: 0.1, reason })).body).toMatchObject({
        status: 'paid',
        amount_paid: 99.9,
        amount_credited: 0.1,
        amount_due: 0,
      });
      expect((await billing.detail(partly.id)).credit_notes).toEqual([
        {
          number: expect.stringMatching(/^CN-\d{4}-000001$/),
          amount: 0.1,
          reason,
          kind: 'write_off',
          refund_id: null,
          created_at: expect.any(String),
        },
      ]);
      const { id } = await billing.sent();
      expect((await billing.action('credit', { id, amount: 100, reason })).body.status).toBe('void');
      expect(await outcomes(billing.action('credit', { id, amount: 1, reason }))).toEqual([
        '409 INVALID_STATE',
      ]);
    });

    it('is paid at once where nothing is due', async () => {
      expect(await billing.sent({ discount_percent: 100 })).toMatchObject({ status: 'paid', total: 0 });
    });

    it('is overdue the day after its due date, once, and can still be paid', async () => {
      const [due, late] = [
        await billing.sent({ due_date: dayFromNow(0) }),
        await billing.sent({ due_date: dayFromNow(-1) }),
      ];
      expect([due.status, late.status]).toEqual(['sent', 'overdue']);
      const job = billing.platform.inside('scheduler', MarkOverdueInvoices);
      await Promise.all([job.run(), job.run()]);
      await job.run();
      const events = await billing.platform.sql(
        `SELECT payload FROM outbox WHERE type = 'invoice.overdue' AND payload->>'invoiceId' IN ($1, $2)`,
        [due.id, late.id],
      );
      expect(events).toHaveLength(1);
      await billing.card(await billing.begin(late.payment_url));
      expect((await billing.detail(late.id)).status).toBe('paid');
    });
  });

  describe('invoices in test mode', () => {
    it('have numbers of their own, move no money, and are paid all the same', async () => {
      const test = billing.inTestMode();
      const invoice = await test.sent();
      expect(invoice).toMatchObject({ is_test: true, invoice_number: expect.stringMatching(/-000001$/) });
      expect((await test.get(`invoices.php?action=pdf&id=${invoice.id}`)).status).toBe(200);
      const before = await billing.platform.sql('SELECT count(*) FROM ledger.journals');
      await test.card(await test.begin(invoice.payment_url));
      expect(await test.detail(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
      expect(await billing.platform.sql('SELECT count(*) FROM ledger.journals')).toEqual(before);
      const live = await billing.get(`invoices.php?action=detail&id=${invoice.id}`);
      expect(outcomeOf(live)).toBe('404 NOT_FOUND');
    });
  });
});
