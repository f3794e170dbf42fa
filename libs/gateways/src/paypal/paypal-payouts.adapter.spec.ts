import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayOutcomeUnknown } from '@app/charges';
import { addSeconds, ManualClock, Money } from '@app/kernel';
import type { PayoutOrder } from '@app/payouts';
import { PayPalPayouts } from './paypal-payouts.adapter';

const REFERENCE = '0190d3a1-0000-7000-8000-000000000002';
const TOKEN = { status: 200, body: { access_token: 'T', token_type: 'Bearer', expires_in: 3600 } };

/** A server that gives one response to each request but those for tokens, and records them. */
describe('PayPalPayouts', () => {
  const clock = new ManualClock();
  const order: PayoutOrder = {
    reference: REFERENCE,
    amount: new Money(2_500n, 'USD'),
    destination: { method: 'extwallet', email: 'ada@example.com' },
    narration: 'Payout',
    orderedAt: clock.now(),
  };
  let server: Server;
  let base: string;
  let payouts: PayPalPayouts;
  let asked: { request: string; id: string; body: string }[];
  let tokens: number;
  let answers: { status: number; body: unknown }[];

  beforeAll(async () => {
    server = createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        const isToken = message.url === '/v1/oauth2/token';
        if (isToken) tokens += 1;
        else
          asked.push({
            request: `${message.method} ${message.url}`,
            id: String(message.headers['paypal-request-id']),
            body: Buffer.concat(chunks).toString(),
          });
        const { status, body } = isToken ? TOKEN : answers.shift()!;
        response.statusCode = status;
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    [asked, answers, tokens] = [[], [], 0];
    const access = { baseUrl: () => base, clientId: 'id', clientSecret: 'secret', timeoutMs: 60_000 };
    payouts = new PayPalPayouts('paypal', access, clock);
  });
  afterEach(() => payouts.onApplicationShutdown());
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const answer = (status: number, body: unknown) => answers.push({ status, body });
  const header = (fields: object = {}) => ({
    payout_batch_id: 'B1',
    batch_status: 'SUCCESS',
    sender_batch_header: { sender_batch_id: REFERENCE },
    ...fields,
  });
  const item = (transaction_status: string, fields: object = {}) => ({
    payout_item_id: 'I1',
    transaction_status,
    payout_item_fee: { currency: 'USD', value: '0.25' },
    payout_item: {
      amount: { currency: 'USD', value: '25.00' },
      receiver: 'Ada@example.com',
      sender_item_id: REFERENCE,
      ...fields,
    },
  });
  const batch = (...items: object[]) => ({ batch_header: header(), items });
  const balance = (value: string) =>
    answer(200, { balances: [{ currency: 'USD', available_balance: { currency_code: 'USD', value } }] });

  it('sends one item under one id, the same on every sending', async () => {
    answer(201, { batch_header: header({ batch_status: 'PENDING' }) });
    answer(201, { batch_header: header() });
    expect(await payouts.send(order, 1)).toEqual({ result: 'accepted', providerId: 'B1', fee: null });
    await payouts.send(order, 2);
    expect(asked[0]).toMatchObject({ request: 'POST /v1/payments/payouts', id: REFERENCE });
    expect(asked[1]).toEqual(asked[0]);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({
      sender_batch_header: { sender_batch_id: REFERENCE },
      items: [{ sender_item_id: REFERENCE, amount: { value: '25.00', currency: 'USD' } }],
    });
    expect(tokens).toBe(1);
  });

  it('renews a refused token and repeats the same request', async () => {
    answer(401, { name: 'AUTHENTICATION_FAILURE' });
    answer(201, { batch_header: header() });
    expect(await payouts.send(order, 1)).toMatchObject({ result: 'accepted' });
    expect([tokens, asked[0]]).toEqual([2, asked[1]]);
  });

  it('follows the link of a duplicate on its own host only', async () => {
    const duplicate = (href: string) => ({ name: 'USER_BUSINESS_ERROR', details: [{ link: [{ href }] }] });
    answer(400, duplicate(`${base}/v1/payments/payouts/B7`));
    answer(200, { batch_header: header({ payout_batch_id: 'B7' }) });
    expect(await payouts.send(order, 2)).toMatchObject({ result: 'accepted', providerId: 'B7' });
    answer(400, duplicate('https://elsewhere.example/v1/payments/payouts/B7'));
    await expect(payouts.send(order, 2)).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
  });

  it.each([
    ['refused', 400, 'VALIDATION_ERROR', '25.00', 1, { result: 'refused' }],
    ['short of funds', 422, 'INSUFFICIENT_FUNDS', '99.00', 1, { cause: 'insufficient_float' }],
    [
      'short of funds by its balance',
      422,
      'USER_BUSINESS_ERROR',
      '24.99',
      1,
      { cause: 'insufficient_float' },
    ],
    ['limited', 429, 'RATE_LIMIT_REACHED', '25.00', 3, { cause: 'rate_limited' }],
    ['forbidden', 403, 'NOT_AUTHORIZED', '25.00', 3, { cause: 'credentials_refused' }],
  ])('reports an order that is %s', async (_, status, name, held, attempt, expected) => {
    answer(status, { name, message: 'No' });
    balance(held);
    expect(await payouts.send(order, attempt)).toMatchObject(expected);
  });

  it.each([
    ['a refused repeat', 400, { name: 'VALIDATION_ERROR' }, 2],
    ['500', 500, { name: 'INTERNAL_SERVICE_ERROR' }, 1],
    ['a batch of another sender', 201, { batch_header: { payout_batch_id: 'B1' } }, 1],
    ['no batch', 201, {}, 1],
  ])('leaves the outcome open for %s', async (_, status, body, attempt) => {
    answer(status, body);
    await expect(payouts.send(order, attempt)).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
  });

  it('asks by the id of the batch, and never sends to ask', async () => {
    expect(await payouts.ask(order, null)).toEqual({ result: 'send_again' });
    expect(asked).toEqual([]);
    const old = { ...order, orderedAt: addSeconds(order.orderedAt, -26 * 24 * 3600) };
    await expect(payouts.send(old, 2)).rejects.toThrow('too old');
    expect(asked).toEqual([]);
  });

  it.each([
    ['PENDING', 'pending'],
    ['SUCCESS', 'delivered'],
    ['FAILED', 'failed'],
    ['BLOCKED', 'failed'],
    ['RETURNED', 'returned'],
    ['REVERSED', 'returned'],
    ['UNCLAIMED', 'unclaimed'],
    ['ONHOLD', 'held'],
    ['MAYBE', 'unknown'],
  ])('reads an item that is %s as %s', async (status, expected) => {
    answer(200, batch(item('SUCCESS', { sender_item_id: 'other' }), item(status)));
    expect(await payouts.ask(order, 'B1')).toMatchObject({
      status: expected,
      amount: order.amount,
      fee: new Money(25n, 'USD'),
      matchesDestination: true,
    });
  });

  it('reports another receiver and another amount', async () => {
    answer(200, batch(item('SUCCESS', { receiver: 'eve@example.com' })));
    expect(await payouts.ask(order, 'B1')).toMatchObject({ matchesDestination: false });
    answer(200, batch(item('SUCCESS', { amount: { currency: 'EUR', value: '25.00' } })));
    expect(await payouts.ask(order, 'B1')).toMatchObject({ amount: new Money(2_500n, 'EUR') });
  });

  it('treats no state of a batch but DENIED as final', async () => {
    answer(200, { batch_header: header({ batch_status: 'DENIED' }) });
    expect(await payouts.ask(order, 'B1')).toMatchObject({ status: 'failed' });
    answer(200, { batch_header: header({ batch_status: 'PROCESSING' }) });
    expect(await payouts.ask(order, 'B1')).toMatchObject({ status: 'pending' });
    answer(200, { batch_header: header() });
    await expect(payouts.ask(order, 'B1')).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
  });
});
