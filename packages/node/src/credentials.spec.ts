import { ScriptedHost, succeeds } from '../test/scripted-host.js';
import { Payments, PaymentsError } from './index.js';

describe('The host of a request', () => {
  let hosts: Record<'business' | 'checkout' | 'sandbox' | 'app', ScriptedHost>;
  let urls: Record<keyof typeof hosts, string>;

  beforeAll(async () => {
    const [business, checkout, sandbox, app] = await Promise.all(
      [1, 2, 3, 4].map(() => ScriptedHost.start()),
    );
    hosts = { business: business!, checkout: checkout!, sandbox: sandbox!, app: app! };
    urls = { business: business!.url, checkout: checkout!.url, sandbox: sandbox!.url, app: app!.url };
  });
  beforeEach(() =>
    Object.values(hosts).forEach((host) => host.will(succeeds({ data: { data: [], next_cursor: null } }))),
  );
  afterAll(() => Promise.all(Object.values(hosts).map((host) => host.close())));

  const asked = () => Object.entries(hosts).flatMap(([name, { received }]) => received.map(() => name));

  it.each(['sk_test_x', 'ck_sec_x'])('is the sandbox for a key %s of test mode', async (secretKey) => {
    const pay = new Payments({ secretKey, hosts: urls });
    await pay.sessions.list().page();
    await pay.invoices.list().page();
    expect(asked()).toEqual(['sandbox', 'sandbox']);
  });

  it('is the business host for what a test key reads there', async () => {
    await new Payments({ secretKey: 'sk_test_x', hosts: urls }).wallet.balance({});
    expect(asked()).toEqual(['business']);
  });

  it('is the one that serves the operation for a live key', async () => {
    const pay = new Payments({ secretKey: 'sk_live_x', hosts: urls });
    await pay.sessions.list().page();
    await pay.invoices.list().page();
    expect(asked()).toEqual(['business', 'checkout']);
    await expect(pay.testClock.now()).rejects.toThrow('testClock.now takes test keys only.');
  });

  it('is the first of those that were given for the session of a person', async () => {
    const { app } = urls;
    await new Payments({ accessToken: 'token', hosts: { app } }).wallet.balance({});
    await new Payments({ accessToken: 'token', hosts: urls }).wallet.balance({});
    expect(asked()).toEqual(['business', 'app']);
    expect(hosts.app.received[0]!.headers).toMatchObject({ authorization: 'Bearer token' });
    expect(hosts.app.received[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('is asked with the credential that the operation takes, and without one to sign in', async () => {
    const pay = new Payments({ secretKey: 'sk_test_x', publicKey: 'pk_test_y', hosts: urls });
    await pay.sessions.createPublic({ amount: 5 });
    expect(hosts.sandbox.received[0]!.headers['x-api-key']).toBe('pk_test_y');
    await pay.auth.login({ email: 'a@b.example', password: 'x' });
    expect(hosts.business.received[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('is named where it is missing, and so is a credential', async () => {
    const live = new Payments({ secretKey: 'sk_live_x', hosts: { sandbox: urls.sandbox } });
    await expect(live.sessions.create({ amount: 5 })).rejects.toThrow('sessions.create needs hosts.checkout');
    await expect(live.auth.profile()).rejects.toThrow('auth.profile needs accessToken');
    expect(asked()).toEqual([]);
  });

  it('is given as a URL too', async () => {
    const sandbox = new URL(urls.sandbox) as unknown as string;
    await new Payments({ secretKey: 'sk_test_x', hosts: { sandbox } }).testClock.now();
    expect(asked()).toEqual(['sandbox']);
  });

  it('may have a path in its address', async () => {
    await new Payments({ secretKey: 'sk_test_x', hosts: { sandbox: `${urls.sandbox}/pay` } }).testClock.now();
    expect(hosts.sandbox.received[0]!.url).toBe('/pay/api/test-clock.php/now');
  });

  it.each([
    ['a line break in a key', { secretKey: 'sk_test_secret\n', hosts: {} }],
    ['an empty key', { secretKey: '', hosts: {} }],
    ['a token with a blank', { accessToken: 'secret token', hosts: {} }],
    [
      'a password in an address',
      { secretKey: 'sk_test_x', hosts: { sandbox: 'http://user:secret@127.0.0.1' } },
    ],
    ['an address of another kind', { secretKey: 'sk_test_secret', hosts: { sandbox: 'ftp://secret' } }],
  ])('is not chosen with %s, which no error repeats', (_, options) => {
    const make = () => new Payments(options);
    expect(make).toThrow(PaymentsError);
    expect(make).not.toThrow(/secret[^K]/);
  });
});
