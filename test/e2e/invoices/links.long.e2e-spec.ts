import { runPage } from '../../support/doc-commands';
import { outcomeOf } from '../../support/http-client';
import { modulesOfSvg, textOfQrCode } from '../../support/qr-code';
import { CARDS, cardOf } from '../../support/test-cards';
import { SendRefunds } from '../../../libs/checkout/src/refunds/jobs/send-refunds';
import { Billing, invoiceBody } from './billing';

const PATH = 'features.php?section=payment-links&action=';

describe('payment links and pages', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.open();
  });
  afterAll(() => billing?.platform.proveAndStop());

  async function link(fields: Record<string, unknown> = {}) {
    const answer = await billing.post(`${PATH}create`, { title: 'A book', ...fields });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { id: string; code: string; url: string; qr_svg: string };
  }
  const detail = async (id: string) => (await billing.get(`${PATH}detail&id=${id}`)).body;
  const page = async (url: string, language = 'en') => {
    const answer = await fetch(url, { headers: { 'accept-language': language } });
    return {
      status: answer.status,
      text: await answer.text(),
      policy: answer.headers.get('content-security-policy'),
    };
  };

  it('is made with an address, a code and a QR code, listed and switched off', async () => {
    const made = await link({ amount: 20, currency: 'NGN', metadata: { shelf: 7 }, max_uses: 3 });
    expect(made).toMatchObject({
      code: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      url: `${billing.platform.urls.checkout}/link/${made.code}`,
      qr_svg: expect.stringContaining('<svg'),
      amount: 20,
      max_uses: 3,
      uses: 0,
      places_left: 3,
      active: true,
      metadata: { shelf: 7 },
    });
    expect(textOfQrCode(modulesOfSvg(made.qr_svg).modules)).toBe(made.url);
    expect((await billing.get(`${PATH}list`)).body.data.data[0]).toMatchObject({ id: made.id });
    const off = await billing.post(`${PATH}update`, { id: made.id, active: false });
    expect(off.body).toMatchObject({ active: false });
    expect((await page(made.url)).status).toBe(410);
    expect((await billing.form(`${made.url}/pay`)).status).toBe(410);
    for (const url of [made.url.slice(0, -1), made.url.replace(made.code, '%00')]) {
      expect((await page(url)).status).toBe(404);
      expect((await billing.form(`${url}/pay`)).status).toBe(404);
    }
  });

  it.each([
    ['bounds of a fixed amount', { amount: 5, min_amount: 1 }],
    ['reversed bounds', { min_amount: 5, max_amount: 4 }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
    ['no uses', { max_uses: 0 }],
    ['a script for an address', { success_url: 'javascript:alert(1)' }],
  ])('refuses %s', async (_what, fields) => {
    expect(outcomeOf(await billing.post(`${PATH}create`, { title: 'A', ...fields }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  it('takes the amount of the payer within the bounds', async () => {
    const metadata = { shelf: '7' };
    const { id, url, code } = await link({ min_amount: 5, max_amount: 50, metadata });
    for (const amount of ['4.99', '50.01', '', '-1', '1e3'])
      expect([amount, (await billing.form(`${url}/pay`, { amount })).status]).toEqual([amount, 400]);
    const token = await billing.begin(url, { amount: '12.5', email: 'payer@example.com' });
    // Switched off, it opens no payment more, and those that are open can still be paid.
    await billing.post(`${PATH}update`, { id, active: false });
    expect((await billing.form(`${url}/pay`, { amount: '12.5' })).status).toBe(410);
    expect((await billing.card(token)).body).toMatchObject({ status: 'completed' });
    expect(await detail(id)).toMatchObject({ uses: 1, places_left: null });
    const path = `sessions.php?session_id=${await billing.sessionOf(token)}`;
    expect((await billing.platform.get('checkout', path, billing.key)).body).toMatchObject({
      status: 'completed',
      amount: 12.5,
      order_ref: code,
      customer: { email: 'payer@example.com' },
      metadata,
    });
  });

  describe('the amounts that it suggests', () => {
    it('are offered to the payer, one of which is paid with the button, as is any other amount', async () => {
      const { id, url } = await link({ min_amount: 5, max_amount: 50, suggested_amounts: [10, '20.50', 50] });
      expect(await detail(id)).toMatchObject({ suggested_amounts: [10, 20.5, 50] });
      const values = [...(await page(url)).text.matchAll(/name="suggested" value="([^"]+)"/g)];
      expect(values.map(([, value]) => value)).toEqual(['10.00', '20.50', '50.00', 'other']);
      const paid = async (form: Record<string, string>) => {
        const path = `sessions.php?session_id=${await billing.sessionOf(await billing.begin(url, form))}`;
        return (await billing.platform.get('checkout', path, billing.key)).body.amount as number;
      };
      // As a browser sends the form: the field that is not shown is empty.
      expect(await paid({ suggested: '20.50', amount: '', email: '' })).toBe(20.5);
      expect(await paid({ suggested: 'other', amount: '7', email: '' })).toBe(7);
      for (const suggested of ['4.00', '10', 'x', '-1.00'])
        expect([suggested, (await billing.form(`${url}/pay`, { suggested })).status]).toEqual([
          suggested,
          400,
        ]);
      const changed = await billing.post(`${PATH}update`, { id, suggested_amounts: [] });
      expect(changed.body).toMatchObject({ suggested_amounts: [], active: true });
      expect((await page(url)).text).not.toContain('name="suggested"');
    });

    it.each([
      ['of a fixed amount', { amount: 5, suggested_amounts: [5] }],
      ['of which one is above the bounds', { max_amount: 20, suggested_amounts: [10, 21] }],
      ['of which one is below the bounds', { min_amount: 20, suggested_amounts: [19.99] }],
      ['more than four', { suggested_amounts: [1, 2, 3, 4, 5] }],
      ['one of which is named twice', { suggested_amounts: [1, '1.00'] }],
      ['one of which is no amount', { suggested_amounts: [1, 'many'] }],
      ['one of which is nothing', { suggested_amounts: [0] }],
      ['that are no list', { suggested_amounts: 5 }],
    ])('are refused: %s', async (_what, fields) => {
      const answer = await billing.post(`${PATH}create`, { title: 'A', ...fields });
      expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.errors[0].field).toBe('suggested_amounts');
    });

    it('are changed within the same rules, and something has to change', async () => {
      const { id } = await link({ max_amount: 20 });
      for (const changes of [{ suggested_amounts: [21] }, {}])
        expect(outcomeOf(await billing.post(`${PATH}update`, { id, ...changes }))).toBe(
          '400 VALIDATION_ERROR',
        );
      expect(await detail(id)).toMatchObject({ suggested_amounts: [], active: true });
    });
  });

  it('has its page on the host of its mode alone, as invoices do', async () => {
    const { checkout, sandbox } = billing.platform.urls;
    const test = billing.inTestMode();
    const live = [(await link({ amount: 5 })).url, (await billing.sent()).payment_url];
    const made = await test.post(`${PATH}create`, { title: 'A book', amount: 5 });
    const ofTest = [made.body.url as string, (await test.sent()).payment_url];
    for (const [urls, own, other] of [
      [live, checkout, sandbox],
      [ofTest, sandbox, checkout],
    ] as const) {
      for (const url of urls) {
        const elsewhere = url.replace(own, other);
        const statuses = [(await page(url)).status, (await page(elsewhere)).status];
        expect([...statuses, (await billing.form(`${elsewhere}/pay`)).status]).toEqual([200, 404, 404]);
      }
    }
  });

  describe('A link with max_uses', () => {
    /** Starts to pay on another page, at a bank that asks for a code. */
    const attempt = async (url: string) => {
      const token = await billing.begin(url);
      const answer = await billing.card(token, CARDS.otp);
      return { token, outcome: answer.status === 200 ? answer.body.status : outcomeOf(answer), answer };
    };
    const finish = async ({ token, answer }: Awaited<ReturnType<typeof attempt>>) =>
      outcomeOf(
        await billing.platform.post(
          'checkout',
          'sessions.php?action=pay-card-submit',
          { session_id: await billing.sessionOf(token), gw_ref: answer.body.gw_ref, otp: '123456' },
          { sessionToken: token },
        ),
      );

    it('takes as many payments as that of 64 visitors who open it and 24 who pay at once', async () => {
      const { id, url } = await link({ amount: 5, max_uses: 10 });
      const visitors = await Promise.all(Array.from({ length: 64 }, () => billing.form(`${url}/pay`)));
      expect(visitors.map(({ status }) => status)).toEqual(Array(64).fill(303));
      expect(await detail(id)).toMatchObject({ uses: 0, places_left: 10, payable: true });
      const tokens = visitors.map(({ location }) => new URL(location!).pathname.split('/').at(-1)!);
      const payments = await Promise.all(tokens.slice(0, 24).map((token) => billing.card(token)));
      const paid = payments.filter(({ status }) => status === 200).length;
      expect(paid).toBe(10);
      expect(await detail(id)).toMatchObject({ uses: 10, places_left: 0, payable: false });
      expect((await billing.form(`${url}/pay`)).status).toBe(410);
      expect((await page(url)).status).toBe(410);
      expect(outcomeOf(await billing.card(tokens.at(-1)!))).toBe('410 SESSION_EXPIRED');
    });

    it('has a place taken by each attempt in flight, for fifteen minutes, and returns what comes after', async () => {
      const { id, url } = await link({ amount: 5, max_uses: 1 });
      const first = await attempt(url);
      expect(await detail(id)).toMatchObject({ places_left: 0 });
      expect((await page(url)).status).toBe(200);
      expect((await attempt(url)).outcome).toBe('409 INVALID_STATE');
      billing.platform.clock.advance({ minutes: 16 });
      const second = await attempt(url);
      expect([first.outcome, second.outcome]).toEqual(['processing', 'processing']);
      expect(await finish(first)).toBe('409 INVALID_STATE');
      expect(await finish(second)).toBe('200 OK');
      expect(await detail(id)).toMatchObject({ uses: 1, places_left: 0 });
      const [late] = await billing.platform.sql(
        `SELECT a.status, a.unapplied_reason, EXISTS (SELECT FROM refunds r WHERE r.payment_id = a.id) AS returns, s.status AS session
           FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
          WHERE s.session_id = $1`,
        [await billing.sessionOf(first.token)],
      );
      expect(late).toMatchObject({ unapplied_reason: 'not-due', session: 'expired' });
      await billing.platform.inside('scheduler', SendRefunds).run();
      expect(
        await billing.platform.sql(
          `SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
            WHERE s.session_id = $1 AND a.status = 'refunded'`,
          [await billing.sessionOf(first.token)],
        ),
      ).toHaveLength(1);
    });

    it('gives two places to one client network', async () => {
      const { url } = await link({ amount: 5, max_uses: 10 });
      const from = async (address: string) => {
        const token = await billing.begin(url);
        const body = { session_id: await billing.sessionOf(token), card: cardOf(CARDS.otp) };
        const by = { sessionToken: token, headers: { 'x-forwarded-for': address } };
        return outcomeOf(await billing.platform.post('checkout', 'sessions.php?action=pay-card', body, by));
      };
      const { env } = billing.platform.config;
      Object.assign(env, { RATE_LIMITS: true });
      try {
        const sameNetwork = ['2001:db8:5:1::1', '2001:db8:5:1::2', '2001:db8:5:1::3'];
        const outcomes = [];
        for (const address of [...sameNetwork, '2001:db8:5:2::1']) outcomes.push(await from(address));
        expect(outcomes).toEqual(['200 OK', '200 OK', '429 RATE_LIMITED', '200 OK']);
      } finally {
        Object.assign(env, { RATE_LIMITS: false });
      }
    });
  });

  describe('A business before its approval', () => {
    it('shows links and invoices and opens no payment of them; the approval opens both', async () => {
      const owner = await billing.platform.signUp({ account_type: 'business' });
      const by = { token: owner.token };
      const approve = (status: string) =>
        billing.platform.sql('UPDATE users SET kyb_status = $2 WHERE id = $1', [owner.id, status]);
      const { id } = billing.done(await billing.post('invoices.php?action=create', invoiceBody(), by));
      const invoice = billing.done(await billing.post('invoices.php?action=send', { id }, by));
      const made = billing.done(await billing.post(`${PATH}create`, { title: 'A book', amount: 5 }, by));
      const urls = [invoice.payment_url, made.url as string];
      for (const shown of [invoice, made]) expect(shown).toMatchObject({ payable: false, needs: 'kyb' });
      for (const path of ['invoices.php?action=list', `${PATH}list`])
        expect((await billing.get(path, by)).body.data.data).toMatchObject([
          { payable: false, needs: 'kyb' },
        ]);
      for (const url of urls) {
        expect(await page(url)).toMatchObject({ status: 200, text: expect.stringContaining('not open yet') });
        expect(await page(url)).toMatchObject({ text: expect.not.stringContaining('<form') });
        expect(await billing.form(`${url}/pay`)).toMatchObject({
          status: 403,
          text: expect.stringContaining('not open yet'),
        });
      }
      await approve('approved');
      expect((await billing.get(`${PATH}detail&id=${made.id}`, by)).body).toMatchObject({
        payable: true,
        needs: null,
      });
      const tokens: string[] = [];
      for (const url of urls) tokens.push(await billing.begin(url));
      await approve('rejected');
      for (const token of tokens) expect(outcomeOf(await billing.card(token))).toBe('403 KYB_REQUIRED');
      await approve('approved');
      for (const token of tokens) expect(outcomeOf(await billing.card(token))).toBe('200 OK');
    });

    it('has links in live mode only as a business, and old links of people take no payments', async () => {
      const person = await billing.platform.merchant();
      const own = billing.of(person);
      const made = own.done(await own.post(`${PATH}create`, { title: 'A book', amount: 5 }));
      await billing.platform.sql(
        `UPDATE users SET account_type = 'personal', business_name = NULL, kyb_status = 'none' WHERE id = $1`,
        [person.id],
      );
      const again = await billing.platform.post('business', 'auth.php?action=login', person);
      const by = { token: again.body.access_token as string };
      const refused = await own.post(`${PATH}create`, { title: 'A book', amount: 5 }, by);
      expect(outcomeOf(refused)).toBe('403 ACCOUNT_TYPE_FORBIDDEN');
      expect((await page(made.url as string)).status).toBe(410);
      expect((await billing.form(`${made.url as string}/pay`)).status).toBe(410);
      const test = own.inTestMode();
      const inTest = test.done(await test.post(`${PATH}create`, { title: 'A book', amount: 5 }));
      expect(inTest).toMatchObject({ payable: true, needs: null });
      expect((await billing.form(`${inTest.url as string}/pay`)).status).toBe(303);
    });
  });

  it('shows pages without scripts, with escaped texts, in both languages', async () => {
    const words = '<script>alert(1)</script>';
    const items = [{ description: words, quantity: 2, unit_price: 5, tax_rate: 7.5 }];
    const invoice = await billing.sent({ client_name: 'Ada & "Sons"', notes: words, items, language: 'fr' });
    const { url } = await link({ title: words, description: words });
    for (const address of [invoice.payment_url, url, `${invoice.payment_url}/reminders`]) {
      const { status, text, policy } = await page(address);
      expect([status, text.includes('<script')]).toEqual([200, false]);
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("default-src 'none'");
    }
    expect((await page(invoice.payment_url)).text).toContain('Montant à payer');
    expect((await page(`${invoice.payment_url}?lang=en`)).text).toContain('Amount due');
    const draft = await billing.draft({ notes: 'Not for the client yet' });
    const shown = await page(draft.payment_url);
    expect([shown.status, shown.text.includes('Not for the client yet')]).toEqual([200, false]);
    expect((await billing.form(`${draft.payment_url}/pay`)).status).toBe(409);
    expect((await page(`${billing.platform.urls.checkout}/invoice/${'x'.repeat(43)}`)).status).toBe(404);
  });

  it.each([
    ['guides/invoices.md', '200\n303\n', { status: 'sent', total: 96.74, amount_due: 96.74 }],
    ['guides/payment-links.md', '200\n303\n', { active: false, places_left: 10 }],
  ])('runs the commands of docs/%s', async (file, codes, last) => {
    const env = { SANDBOX: billing.platform.urls.sandbox, KEY: billing.merchant.test.secret_key };
    const [stdout = ''] = await runPage(file, billing.platform, {}, env);
    expect(stdout.slice(0, codes.length)).toBe(codes);
    expect(JSON.parse(stdout.slice(codes.length))).toMatchObject(last);
  });
});
