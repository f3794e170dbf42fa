import { randomUUID } from 'node:crypto';
import { type CardToken, GatewayRejected } from '@app/charges';
import { ManualClock } from '@app/kernel';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { adapterFor, chargeOf, orderFault, startReceiver, startSimulator } from './gateway-stack';

let testDatabase: TestDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
const clock = new ManualClock();
const gateway = adapterFor(() => simulator.baseUrl);
const other = adapterFor(() => simulator.baseUrl, 'live');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  receiver = await startReceiver();
  simulator = await startSimulator(testDatabase.url, receiver.url, { clock });
});

afterAll(async () => {
  await gateway.onApplicationShutdown();
  await other.onApplicationShutdown();
  await simulator?.close();
  await receiver?.close();
  await testDatabase?.drop();
});

const requestOf = (fields: object = {}) => ({
  txRef: `tx-${randomUUID()}`,
  amountMinor: 250_050n,
  currency: 'NGN',
  email: 'ada@example.com',
  ...fields,
});
const transferRequest = (fields: object = {}) =>
  requestOf({ expiresInSeconds: 600, narration: 'Okafor & Söhne', ...fields }) as never;

async function play(page: string, decision: object): Promise<{ status: number; body: string }> {
  const answer = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(decision),
  });
  return { status: answer.status, body: await answer.text() };
}

describe('account numbers', () => {
  it('take any number of transfers in any amount, each a transaction with its own event', async () => {
    const request = requestOf({ expiresInSeconds: 600 }) as { txRef: string };
    const offer = await gateway.bankTransfer(request as never);
    expect(offer).toMatchObject({
      accountNumber: expect.stringMatching(/^99\d{8}$/),
      bankName: 'Simulated Bank',
    });
    const left = offer.expiresAt!.getTime() - clock.now().getTime();
    expect(left).toBeLessThanOrEqual(600_000);
    expect(left).toBeGreaterThan(500_000);
    expect(await gateway.transactionsByRef(request.txRef)).toEqual([]);
    expect(await gateway.transactionByRef(request.txRef)).toBeNull();
    for (const decision of [
      { decision: 'short' },
      { decision: 'exact' },
      { decision: 'over' },
      { amount: '7.5' },
    ])
      expect((await play(offer.simulateUrl!, decision)).status).toBe(200);
    const found = await gateway.transactionsByRef(request.txRef);
    expect(found.map(({ amountMinor, status }) => [amountMinor, status])).toEqual([
      [249_950n, 'successful'],
      [250_050n, 'successful'],
      [250_150n, 'successful'],
      [750n, 'successful'],
    ]);
    await eventually(() => receiver.ofRef(request.txRef).length === 4);
    const ids = receiver.ofRef(request.txRef).map(({ body }) => String(body.data.id));
    expect(ids.sort()).toEqual(found.map(({ id }) => id));
    expect(receiver.ofRef(request.txRef)[0]!.body.data).toMatchObject({ payment_type: 'bank_transfer' });
  });

  it('are one per reference, in NGN, and not readable with another tenant’s key', async () => {
    const request = transferRequest({ txRef: 'tx-once' });
    await gateway.bankTransfer(request);
    await expect(gateway.bankTransfer(request)).rejects.toThrow(GatewayRejected);
    await expect(gateway.bankTransfer(transferRequest({ currency: 'USD' }))).rejects.toThrow(
      'currency must be NGN',
    );
    expect((await other.bankTransfer(request)).accountNumber).toMatch(/^99/);
    expect(await other.transactionsByRef('tx-once')).toEqual([]);
  });

  it.each([{}, { decision: 'everything' }, { amount: '-1' }, { amount: '1e3' }, { amount: '0.001' }])(
    'take nothing that is no amount: %p',
    async (decision) => {
      const request = transferRequest({ txRef: `tx-${randomUUID()}` });
      const { simulateUrl } = await gateway.bankTransfer(request);
      expect((await play(simulateUrl!, decision)).status).toBe(400);
      expect(await gateway.transactionsByRef((request as { txRef: string }).txRef)).toEqual([]);
    },
  );

  it('show a page that says what is asked for, and runs nothing a merchant wrote', async () => {
    const { simulateUrl } = await gateway.bankTransfer(
      transferRequest({ narration: '<script>alert(1)</script>' }),
    );
    const answer = await fetch(simulateUrl!);
    const page = await answer.text();
    expect(page).toContain('₦2,500.50');
    expect(page).not.toContain('<script>');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('list their transfers page by page, or those since a day', async () => {
    const request = transferRequest({ txRef: 'tx-often' });
    const { simulateUrl } = await gateway.bankTransfer(request);
    for (let n = 1; n <= 12; n++) await play(simulateUrl!, { amount: String(n) });
    const all = await gateway.transactionsByRef('tx-often');
    expect(all.map(({ amountMinor }) => Number(amountMinor))).toEqual(
      Array.from({ length: 12 }, (_, n) => (n + 1) * 100),
    );
    const today = new Date();
    await simulator.database.query(
      `UPDATE simulator.charges SET created_at = $1::timestamptz - interval '2 days' WHERE id::text = ANY($2)`,
      [today, all.slice(0, 9).map(({ id }) => id)],
    );
    expect(await gateway.transactionsByRef('tx-often', today)).toEqual(all.slice(9));
  });

  it('report twice and before their answer where that is ordered', async () => {
    const request = transferRequest({ txRef: 'tx-early' });
    const { simulateUrl } = await gateway.bankTransfer(request);
    await orderFault(simulator.baseUrl, { kind: 'duplicate-event' });
    await orderFault(simulator.baseUrl, { kind: 'event-before-answer' });
    await play(simulateUrl!, { decision: 'exact' });
    expect(receiver.ofRef('tx-early')).toHaveLength(2);
  });

  it('refund each transfer by itself, and no more than came', async () => {
    const request = transferRequest({ txRef: 'tx-back' });
    const { simulateUrl } = await gateway.bankTransfer(request);
    await play(simulateUrl!, { decision: 'short' });
    const { id } = (await gateway.transactionsByRef('tx-back'))[0]!;
    const refund = { gatewayTransactionId: id, amountMinor: 249_950n, reference: 'r-1' };
    const first = await gateway.refund(refund);
    expect(await gateway.refund(refund)).toEqual(first);
    await expect(gateway.refund({ ...refund, reference: 'r-2' })).rejects.toThrow(GatewayRejected);
  });
});

describe('codes and phones', () => {
  it('a code waits until it is dialled', async () => {
    const request = requestOf({ bankCode: '058' }) as never as Parameters<typeof gateway.ussd>[0];
    const offer = await gateway.ussd(request);
    expect(offer.code).toMatch(/^\*058\*000\*\d+#$/);
    expect((await gateway.transactionByRef(request.txRef))!.status).toBe('pending');
    await Promise.all([1, 2].map(() => play(offer.simulateUrl!, { decision: 'approve' })));
    expect((await gateway.transactionByRef(request.txRef))!.status).toBe('successful');
    expect(await gateway.transactionsByRef(request.txRef)).toHaveLength(1);
  });

  it.each([
    ['233240000001', 'successful', null],
    ['233240000002', 'failed', null],
    ['233240000003', 'pending', 'redirect'],
    ['233240001234', 'pending', null],
  ])('phone %s: %s', async (phone, status, authMode) => {
    const request = requestOf({
      phone: `+${phone}`,
      network: 'MTN',
      currency: 'GHS',
      redirectUrl: 'https://shop.example/',
    });
    const result = await gateway.mobileMoney(request as never);
    expect(result).toMatchObject({ kind: 'pending', authMode });
    expect((await gateway.transactionByRef(request.txRef))!.status).toBe(status);
  });

  it('there is no mobile money in naira', async () => {
    const request = requestOf({
      phone: '+2348012345678',
      network: 'MTN',
      redirectUrl: 'https://shop.example/',
    });
    await expect(gateway.mobileMoney(request as never)).rejects.toThrow(GatewayRejected);
  });

  it('an unfinished payment fails in the end', async () => {
    const request = requestOf({ bankCode: '058' }) as never as Parameters<typeof gateway.ussd>[0];
    await gateway.ussd(request);
    clock.advance({ minutes: 31 });
    await eventually(() => receiver.ofRef(request.txRef).length === 1);
    expect((await gateway.transactionByRef(request.txRef))!.status).toBe('failed');
  });
});

describe('saved cards', () => {
  async function savedToken(): Promise<CardToken> {
    const request = chargeOf(CARDS.approved);
    await gateway.charge(request);
    return (await gateway.transactionByRef(request.txRef))!.card!.token!;
  }

  it.each([
    ['ada@example.com', { kind: 'successful', authMode: null }],
    ['ada+declined@example.com', { kind: 'failed', declineReason: 'Insufficient funds' }],
    ['ada+stepup@example.com', { kind: 'pending', authMode: 'redirect' }],
  ])('are charged for %s', async (email, expected) => {
    const request = requestOf({ email, token: await savedToken() }) as never as Parameters<
      typeof gateway.chargeToken
    >[0];
    expect(await gateway.chargeToken(request)).toMatchObject(expected);
    const status = expected.kind;
    expect(await gateway.transactionByRef(request.txRef)).toMatchObject({ status, amountMinor: 250_050n });
  });

  it('charge a reference once, whatever is repeated', async () => {
    const request = requestOf({ token: await savedToken() }) as never as Parameters<
      typeof gateway.chargeToken
    >[0];
    const tried = await Promise.allSettled([1, 2, 3].map(() => gateway.chargeToken(request)));
    const kinds = tried.map((one) => (one.status === 'fulfilled' ? one.value.kind : 'refused')).sort();
    expect(kinds.filter((kind) => kind === 'successful')).toHaveLength(1);
    const paid = (await gateway.transactionsByRef(request.txRef)).filter(
      ({ status }) => status === 'successful',
    );
    expect(paid).toHaveLength(1);
  });

  it('are unknown to another tenant by their token', async () => {
    const request = requestOf({ token: await savedToken() }) as never as Parameters<
      typeof gateway.chargeToken
    >[0];
    await expect(other.chargeToken(request)).rejects.toThrow('No card is saved under this token');
  });

  it('have no token in events', async () => {
    const request = chargeOf(CARDS.approved);
    await gateway.charge(request);
    await eventually(() => receiver.ofRef(request.txRef).length > 0);
    expect(JSON.stringify(receiver.ofRef(request.txRef))).not.toContain('sim-token');
  });
});
