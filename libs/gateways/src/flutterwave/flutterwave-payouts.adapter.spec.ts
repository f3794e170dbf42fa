import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayOutcomeUnknown } from '@app/charges';
import { Money } from '@app/kernel';
import type { PayoutOrder } from '@app/payouts';
import { FlutterwavePayouts } from './flutterwave-payouts.adapter';

const REFERENCE = '0190d3a1-0000-7000-8000-000000000001';
const order: PayoutOrder = {
  reference: REFERENCE,
  amount: new Money(12_345n, 'NGN'),
  destination: {
    method: 'bank',
    scheme: 'local',
    country: 'NG',
    currency: 'NGN',
    bankCode: '058',
    bankName: 'Guaranty Trust Bank',
    branchCode: null,
    accountNumber: '0123456789',
    accountName: 'Ada Okafor',
  },
  narration: 'Payout',
  orderedAt: new Date('2026-11-23T00:00:00Z'),
};

/** A server that gives one response to each request and records them. */
describe('FlutterwavePayouts', () => {
  let server: Server;
  let payouts: FlutterwavePayouts;
  let asked: string[];
  let answers: { status: number; body: unknown }[];

  beforeAll(async () => {
    server = createServer((message, response) => {
      asked.push(`${message.method} ${message.url}`);
      message.resume();
      message.on('end', () => {
        const { status, body } = answers.shift()!;
        response.statusCode = status;
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    payouts = new FlutterwavePayouts('flutterwave', { baseUrl, secretKey: 'FLWSECK-not-a-real-key' });
  });
  beforeEach(() => {
    asked = [];
    answers = [];
  });
  afterAll(async () => {
    await payouts.onApplicationShutdown();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer = (status: number, body: unknown) => answers.push({ status, body });
  const success = (data: unknown) => ({ status: 'success', message: 'Done', data });
  const error = (message: string) => ({ status: 'error', message, data: null });
  const transfer = (fields: object = {}) => ({
    id: 7,
    reference: REFERENCE,
    amount: 123.45,
    currency: 'NGN',
    fee: 10.75,
    status: 'SUCCESSFUL',
    account_number: '0123456789',
    bank_code: '058',
    complete_message: '',
    ...fields,
  });
  const funded = () => answer(200, success({ currency: 'NGN', available_balance: 123.45 }));

  it('treats 400 to the first sending as a refusal, if the transfer is unknown and the balance covers it', async () => {
    answer(400, error('The account 0123456789 is blocked'));
    answer(200, success([]));
    funded();
    expect(await payouts.send(order, 1)).toEqual({
      result: 'refused',
      reason: 'The account [secret] is blocked',
    });
    expect(asked).toEqual(['POST /transfers', `GET /transfers?reference=${REFERENCE}`, 'GET /balances/NGN']);
  });

  it('treats 400 as a duplicate, if the transfer is there', async () => {
    answer(400, error('Invalid account'));
    answer(200, success([transfer({ reference: `${REFERENCE}_RETRY_1` }), transfer()]));
    expect(await payouts.send(order, 1)).toMatchObject({ result: 'accepted', providerId: '7' });
  });

  it('never treats 400 to a repeat as a refusal', async () => {
    answer(400, error('Invalid account'));
    answer(200, success([]));
    await expect(payouts.send(order, 2)).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
  });

  it.each([
    ['a balance below the amount', 400, 'insufficient_float'],
    ['429', 429, 'rate_limited'],
    ['a refused key', 401, 'credentials_refused'],
  ])('waits for %s', async (_, status, cause) => {
    answer(status, error('No'));
    answer(200, success([]));
    answer(200, success([{ currency: 'NGN', available_balance: 123.44 }]));
    expect(await payouts.send(order, 1)).toMatchObject({ result: 'not_now', cause });
  });

  it.each([
    ['503', 503, error('Service unavailable')],
    ['404', 404, error('Not found')],
    ['an answer about another reference', 200, success(transfer({ reference: 'other' }))],
    ['success without a transfer', 200, success(null)],
  ])('leaves the outcome open for %s', async (_, status, body) => {
    answer(status, body);
    await expect(payouts.send(order, 1)).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
    expect(asked).toHaveLength(1);
  });

  it('asks by reference and believes only a list about it', async () => {
    answer(200, success([]));
    expect(await payouts.ask(order, null)).toEqual({ result: 'absent' });
    answer(200, success([transfer({ reference: 'other' })]));
    await expect(payouts.ask(order, null)).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
    answer(200, success([transfer(), transfer({ id: 8 })]));
    expect(await payouts.ask(order, null)).toMatchObject({ status: 'unknown' });
  });

  it.each([
    ['NEW', 'unstarted'],
    ['PENDING', 'pending'],
    ['SUCCESSFUL', 'delivered'],
    ['FAILED', 'failed'],
    ['REVERSED', 'returned'],
    ['MAYBE', 'unknown'],
  ])('reads %s as %s', async (status, expected) => {
    answer(200, success(transfer({ status })));
    expect(await payouts.ask(order, '7')).toMatchObject({
      status: expected,
      amount: order.amount,
      fee: new Money(1_075n, 'NGN'),
      matchesDestination: true,
    });
  });

  it.each([
    ['another account', { account_number: '0123456780' }, { matchesDestination: false }],
    ['another bank', { bank_code: '044' }, { matchesDestination: false }],
    ['another amount', { amount: 123.46 }, { amount: new Money(12_346n, 'NGN') }],
    ['another currency', { currency: 'USD' }, { amount: new Money(12_345n, 'USD') }],
  ])('reports %s', async (_, fields, expected) => {
    answer(200, success(transfer(fields)));
    expect(await payouts.ask(order, '7')).toMatchObject(expected);
  });

  it.each([123.456, null, 'a lot'])('does not read the amount %s', async (amount) => {
    answer(200, success(transfer({ amount })));
    await expect(payouts.ask(order, '7')).rejects.toBeInstanceOf(GatewayOutcomeUnknown);
  });
});
