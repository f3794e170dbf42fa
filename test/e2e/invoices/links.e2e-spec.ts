import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { outcomeOf } from '../../support/http-client';
import { modulesOfSvg, textOfQrCode } from '../../support/qr-code';
import { ExpireSessions } from '../../../libs/checkout/src/sessions/jobs/expire-sessions';
import { Billing } from './billing';

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

  it('never takes more payments than max_uses from 64 rivals, and frees the places of expired sessions', async () => {
    const { id, url } = await link({ amount: 5, max_uses: 10 });
    const rivals = await Promise.all(Array.from({ length: 64 }, () => billing.form(`${url}/pay`)));
    const opened = rivals.filter(({ status }) => status === 303);
    expect([opened.length, rivals.filter(({ status }) => status === 410).length]).toEqual([10, 54]);
    const paid = opened.slice(0, 4).map(({ location }) => new URL(location!).pathname.split('/').at(-1)!);
    for (const token of paid) await billing.card(token);
    expect(await detail(id)).toMatchObject({ uses: 4, places_left: 0 });
    billing.platform.clock.advance({ minutes: 61 });
    await billing.platform.inside('scheduler', ExpireSessions).run();
    expect(await detail(id)).toMatchObject({ uses: 4, places_left: 6 });
    expect((await billing.form(`${url}/pay`)).status).toBe(303);
  });

  it('shows pages without scripts, with escaped texts, in both languages', async () => {
    const words = '<script>alert(1)</script>';
    const items = [{ description: words, quantity: 2, unit_price: 5, tax_rate: 7.5 }];
    const invoice = await billing.sent({ client_name: words, notes: words, items, language: 'fr' });
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
    ['invoices.md', '200\n303\n', { status: 'sent', total: 96.74, amount_due: 96.74 }],
    ['payment-links.md', '200\n303\n', { active: false, places_left: 9 }],
  ])('runs the commands of docs/%s', async (file, codes, last) => {
    const text = readFileSync(path.resolve(__dirname, '../../../docs', file), 'utf8');
    const [, commands] = /```sh\n(.*?)```/s.exec(text)!;
    const env = {
      ...process.env,
      SANDBOX: billing.platform.urls.sandbox,
      KEY: billing.merchant.test.secret_key,
    };
    const stdout = await outputOf(commands!, env);
    expect(stdout.slice(0, codes.length)).toBe(codes);
    expect(JSON.parse(stdout.slice(codes.length))).toMatchObject(last);
  });
});

/** Runs commands until one fails; the error then says what each command received, and its exit code. */
async function outputOf(commands: string, env: NodeJS.ProcessEnv): Promise<string> {
  const shell = ['-eux', '-o', 'pipefail', '-c', commands];
  try {
    return (await promisify(execFile)('bash', shell, { env })).stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    throw new Error(`exit code ${code}\n${stderr}\n${stdout}`, { cause: error });
  }
}
