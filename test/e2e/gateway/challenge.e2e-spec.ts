import { CARDS } from '../../support/test-cards';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { adapterFor, chargeOf, startSimulator } from './gateway-stack';

describe("the simulated bank's challenge page", () => {
  let testDatabase: TestDatabase;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  const gateway = adapterFor(() => simulator.baseUrl);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    simulator = await startSimulator(testDatabase.url, null);
  });

  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await simulator?.close();
    await testDatabase?.drop();
  });

  const decide = (url: string, decision: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });

  const challenge = async (overrides: Parameters<typeof chargeOf>[1] = {}) => {
    const request = chargeOf(CARDS.challenge, overrides);
    const result = await gateway.charge(request);
    expect(result).toMatchObject({ kind: 'pending', authMode: 'redirect' });
    return { request, result, url: result.redirectUrl! };
  };

  it.each([
    ['approve', 'successful'],
    ['decline', 'failed'],
  ])('%s makes the charge %s and sends the buyer back', async (decision, status) => {
    const { request, result, url } = await challenge();
    const answer = await decide(url, decision);
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get('location')!);
    expect(back.origin + back.pathname).toBe('https://shop.example/back');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      status,
      tx_ref: request.txRef,
      transaction_id: result.gatewayTransactionId,
    });
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe(status);
  });

  it('decides once: a second answer changes nothing', async () => {
    const { request, url } = await challenge();
    await decide(url, 'decline');
    const second = await decide(url, 'approve');
    expect(new URL(second.headers.get('location')!).searchParams.get('status')).toBe('failed');
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe('failed');
    expect(await (await fetch(url)).text()).toContain('already declined');
  });

  it('takes no other decision: a program gets an error, a person the page again', async () => {
    const { request, url } = await challenge();
    const asProgram = { method: 'POST', headers: { accept: 'application/json' } };
    const refused = await fetch(url, { ...asProgram, body: new URLSearchParams({ decision: 'maybe' }) });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { status: 'error', message: 'Send a decision: approve or decline', data: null },
    ]);
    expect(await (await decide(url, 'maybe')).text()).toContain('₦12,345.50');
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe('pending');
    const missing = await fetch(`${url}x`, asProgram);
    expect([missing.status, await missing.json()]).toMatchObject([404, { status: 'error' }]);
  });

  it('shows amount, merchant and the simulation banner, escaped, without scripts', async () => {
    const { url } = await challenge({ merchantName: '<img src=x onerror=alert(1)> & "Söhne"' });
    const page = await fetch(url);
    const html = await page.text();
    expect(html).toContain('₦12,345.50');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot;');
    expect(html).toContain('Simulation');
    expect(html).not.toMatch(/<script|<img|onclick/i);
    expect(html).not.toContain(CARDS.challenge);

    const policy = page.headers.get('content-security-policy')!;
    const nonce = /style nonce="([^"]+)"/.exec(html)![1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'nonce-${nonce}'`);
    // Without its origin browsers refuse to follow the form's redirect to the shop.
    expect(policy).toContain("form-action 'self' https://shop.example");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('has addresses that cannot be guessed or read in the database', async () => {
    const { url } = await challenge();
    const token = url.split('/challenge/')[1]!;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await simulator.database.query<object[]>(`SELECT * FROM simulator.charges`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(['', 'x', 'A'.repeat(43), '%00', '..%2f'])(
    'answers 404 to the unknown address %j',
    async (token) => {
      const url = `${simulator.baseUrl}/challenge/${token}`;
      expect((await fetch(url)).status).toBe(404);
      expect((await decide(url, 'approve')).status).toBe(404);
    },
  );

  it('can be served by a host that has none of the gateway itself', async () => {
    const { request, url } = await challenge();
    const host = await startSimulator(testDatabase.url, null, { challengeOnly: true });
    const refused = await fetch(`${host.baseUrl}/simulator/gateway/v3/charges?type=card`, { method: 'POST' });
    expect(refused.status).toBe(404);
    expect((await decide(url.replace(simulator.baseUrl, host.baseUrl), 'approve')).status).toBe(303);
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe('successful');
    await host.close();
  });

  it('asks again when neither button was pressed', async () => {
    const { request, url } = await challenge();
    const answer = await decide(url, 'maybe');
    expect(await answer.text()).toContain('Approve');
    expect((await gateway.transactionByRef(request.txRef))?.status).toBe('pending');
  });
});
