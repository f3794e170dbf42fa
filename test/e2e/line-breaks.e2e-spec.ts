import { outcomeOf } from '../support/http-client';
import type { TestMerchant, TestUser } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';

const GIVEN = 'first\r\nsecond\rthird\n\nfifth';
const KEPT = 'first\nsecond\nthird\n\nfifth';
const OF_PAGE = 'class="description typed">first\nsecond\nthird\n\nfifth</p>';

let platform: Platform;
let user: TestUser;
let merchant: TestMerchant;
beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  [user, merchant] = [await platform.signUp(), await platform.merchant()];
  await platform.fund(user, 'NGN', '100.00');
});
afterAll(() => platform?.proveAndStop());

const byUser = (path: string, body: object) => platform.post('business', path, body, { token: user.token });
const sandboxKey = () => ({ key: merchant.test.secret_key });
const inSandbox = (path: string, body: object) => platform.post('sandbox', path, body, sandboxKey());
const transfer = (note: string) =>
  byUser('wallet.php?action=transfer', { recipient: merchant.usertag, amount: 1, note, pin: user.pin });
const pageOf = async (url: string) => {
  const text = await (await fetch(url)).text();
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(text)?.[1];
  return { text, css: style ? await (await fetch(new URL(style, url))).text() : text };
};
const breaksLines = /\.typed[^{}]*\{[^}]*white-space:\s*pre-line/;

const item = (description: string) => ({ description, quantity: 1, unit_price: 20 });
const invoice = (fields: object) => ({
  client_name: 'Ada Client',
  client_email: 'ada@example.com',
  items: [item('A chair')],
  ...fields,
});

describe('Line breaks', () => {
  it('are kept in a note, and quoted in a CSV file', async () => {
    const { body } = await transfer(GIVEN);
    const detail = `transactions.php?action=detail&uuid=${String(body.transaction_id)}`;
    expect((await platform.get('business', detail, { token: user.token })).body.description).toBe(KEPT);
    const csv = await platform.get('business', 'transactions.php?action=export', { token: user.token });
    expect(csv.text).toContain(`,"${KEPT}",`);
  });

  it('are kept in a description and in metadata, and break the lines of the payment page', async () => {
    const created = await inSandbox('sessions.php?action=create', {
      amount: 5,
      description: GIVEN,
      metadata: { order: GIVEN },
    });
    const { session_id: id, checkout_url: url } = created.body as {
      session_id: string;
      checkout_url: string;
    };
    const { body } = await platform.get('sandbox', `sessions.php?session_id=${id}`, sandboxKey());
    expect([body.description, body.metadata]).toEqual([KEPT, { order: KEPT }]);
    const page = await pageOf(url);
    expect(page.text).toContain(OF_PAGE);
    expect(page.css).toMatch(breaksLines);
  });

  it('break the lines of a payment link, an invoice and its PDF', async () => {
    const link = await inSandbox('features.php?section=payment-links&action=create', {
      title: 'A chair',
      amount: 20,
      description: GIVEN,
    });
    expect((await pageOf(link.body.url)).text).toContain(OF_PAGE);
    const lines = invoice({ notes: GIVEN, items: [item(GIVEN)] });
    const { body } = await inSandbox('invoices.php?action=create', lines);
    await inSandbox('invoices.php?action=send', { id: body.id });
    const { text } = await pageOf(body.payment_url);
    expect(text).toContain(`<p class="typed">${KEPT}</p>`);
    expect(text).toContain(`<span class="typed">${KEPT}</span>`);
    const pdf = await platform.get('sandbox', `invoices.php?action=pdf&id=${String(body.id)}`, sandboxKey());
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  });

  it('number at most 50 in one text', async () => {
    expect(outcomeOf(await transfer(`a${'\n'.repeat(50)}b`))).toBe('200 OK');
    const refused = await transfer(`a${'\r\n'.repeat(51)}b`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'note', code: 'invalid_field', message: 'note must have at most 50 line breaks.' }],
    ]);
  });

  it('are refused in names, titles, references and codes', async () => {
    const broken = 'first\nsecond';
    const answers = [
      await byUser('settings.php?action=update-profile', { first_name: broken }),
      await inSandbox('sessions.php?action=create', { amount: 5, order_ref: broken }),
      await inSandbox('sessions.php?action=create', { amount: 5, customer: { name: broken } }),
      await inSandbox('features.php?section=payment-links&action=create', { title: broken, amount: 5 }),
      await inSandbox('invoices.php?action=create', invoice({ client_name: broken })),
      await inSandbox('sessions.php?action=create', { amount: 5, success_url: 'https://shop.example/\na' }),
      await inSandbox('sessions.php?action=create', { amount: 5, metadata: { [broken]: 1 } }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.errors[0].field])).toEqual(
      ['first_name', 'order_ref', 'customer.name', 'title', 'client_name', 'success_url', 'metadata'].map(
        (field) => [400, field],
      ),
    );
  });
});
