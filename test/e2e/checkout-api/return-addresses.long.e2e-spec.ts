import { type TestMerchant, type TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { Bank, Depositor } from '../business-api/card-deposits';
import { SubscriptionShop } from '../subscriptions/subscribers';
import { Shop, tokenOf } from './cards';

/** An address as given, and the two parts between which parameters are appended. */
const ADDRESSES: [before: string, fragment: string][] = [
  ['https://shop.example/back?sig=a/b%20c+d~(x)*&%E9&flag&=&$', ''],
  ['HTTPS://Shop.EXAMPLE:443/a/./b/../%7euser/', ''],
  ['https://shop.example?session_id={ID}', '#/done?x=%20'],
  ['http://shop.example:80/?', '#'],
  ['https://bücher.example/straße?q=e\u0301&"<\'>', ''],
];
const JOINERS = ['&', '?', '&', '', '&'];
const ROWS = ADDRESSES.map(([before, fragment], i) => ({
  given: before + fragment,
  with: (added: string) => before + JOINERS[i]! + added + fragment,
}));

describe('addresses that buyers return to', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let shop: Shop;
  let ada: TestUser;

  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
    shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
    ada = await platform.signUp();
  });
  afterAll(() => platform?.proveAndStop());

  /** Pays the session of this payment page and returns its id, and the address that its page then leads back to. */
  async function paid(checkout_url: string, host: 'sandbox' | 'checkout' = 'sandbox') {
    const sessionToken = tokenOf({ checkout_url });
    const [, session_id = ''] = /"session_id":"(\w+)"/.exec(await textOf(checkout_url)) ?? [];
    const payer = new Shop(platform, host, '');
    const answer = await payer.pay({ session_id }, CARDS.approved, { sessionToken });
    if (answer.status !== 200) throw new Error(answer.text);
    const query = `sessions.php?action=public-status&session_id=${session_id}`;
    const { body } = await platform.get(host, query, { sessionToken });
    expect(await textOf(checkout_url)).toContain(`href="${escaped(body.return_url)}"`);
    return { session_id, back: body.return_url as string };
  }

  it('are kept by sessions of each interface and key, with the session id before the fragment', async () => {
    const test = merchant.test as typeof merchant.test & { checkout_secret_key: string };
    for (const { given, with: expected } of ROWS) {
      const urls = { success_url: given, cancel_url: given };
      const app = await platform.people.createApp(merchant, 'test', urls);
      const opened = [
        await shop.open(urls),
        await new Shop(platform, 'sandbox', app.secret_key).open(),
        (await shop.call('create-public', { amount: 5, ...urls }, { key: test.public_key })).body,
      ] as { session_id: string; checkout_url: string }[];
      const { body: inB } = await platform.post(
        'sandbox',
        'session.php?action=create',
        { amount: 500, currency_code: 'NGN', ...urls },
        { headers: { 'x-checkout-key': test.checkout_secret_key } },
      );
      expect([inB.data.success_url, inB.data.cancel_url]).toEqual([given, given]);
      opened.push({ session_id: inB.data.reference, checkout_url: inB.data.checkout_url });
      for (const session of opened) {
        expect(await textOf(session.checkout_url)).toContain(`href="${escaped(given)}"`);
        const { body } = await shop.verify(session.session_id);
        expect([body.success_url, body.cancel_url]).toEqual([given, given]);
      }
      const last = await shop.open(urls);
      const { session_id, back } = await paid(last.checkout_url);
      expect(back).toBe(expected(`session_id=${session_id}`));
    }
  });

  it('are kept by payment links and subscriptions', async () => {
    const seller = await SubscriptionShop.inSpace(platform, merchant);
    const plan = await seller.plan();
    for (const [i, { given, with: expected }] of ROWS.entries()) {
      const link = await platform.post(
        'sandbox',
        'features.php?section=payment-links&action=create',
        { title: 'A book', amount: 20, currency: 'NGN', success_url: given },
        { key: merchant.test.secret_key },
      );
      expect(link.body.success_url).toBe(given);
      const page = await fetch(`${link.body.url}/pay`, { method: 'POST', redirect: 'manual' });
      const ofLink = await paid(page.headers.get('location')!.split('?')[0]!);
      expect(ofLink.back).toBe(expected(`session_id=${ofLink.session_id}`));

      const urls = { success_url: given, cancel_url: given };
      const { invoice } = await seller.subscribe(plan, `e${i}@example.com`, urls);
      const ofPlan = await paid(invoice!.checkout_url!);
      expect(ofPlan.back).toBe(expected(`session_id=${ofPlan.session_id}`));
    }
  });

  it("are kept by deposits, on the payment page and after the bank's page", async () => {
    const depositor = new Depositor(platform, ada.id, { token: ada.token });
    for (const { given, with: expected } of ROWS) {
      const { body } = await depositor.init({ method: 'checkout', redirect_url: given });
      const { back } = await paid(body.checkout_url, 'checkout');
      expect(back).toBe(expected(`tx_ref=${body.tx_ref}`));

      const waiting = await depositor.charge(CARDS.challenge, { redirect_url: given });
      const answer = await fetch(waiting.body.redirect_url, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve' }),
        redirect: 'manual',
      });
      const added = `status=successful&tx_ref=${waiting.body.tx_ref}&transaction_id=`;
      const [before, after] = inHeader(expected(added)).split(added) as [string, string];
      const location = answer.headers.get('location')!;
      expect([location.startsWith(before + added), location.endsWith(after)]).toEqual([true, true]);
      await new Bank(platform).clearFaults();
    }
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['another scheme in capitals', 'DATA:text/html,x'],
    ['no host', 'https://'],
    ['a line break', 'https://shop.example/a\r\nSet-Cookie: a=b'],
    ['a user name', 'https://shop.example@evil.example/'],
    ['a backslash', 'https://shop.example\\@evil.example/'],
    ['half a character', 'https://shop.example/\ud800'],
  ])('are refused with %s', async (_, success_url) => {
    const { status, body } = await shop.call('create', { amount: 5, success_url });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'success_url']);
  });
});

const textOf = async (url: string) => (await fetch(url)).text();

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The same address where only ASCII can be carried. */
const inHeader = (address: string) =>
  address
    .replace('bücher.example', 'xn--bcher-kva.example')
    .replace('straße', 'stra%C3%9Fe')
    .replace('e\u0301', 'e%CC%81');
