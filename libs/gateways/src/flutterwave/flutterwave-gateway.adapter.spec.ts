import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  CardData,
  GatewayNotNow,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type CardChargeRequest,
} from '@app/charges';
import { heldCards } from '../../../../test/support/held-cards';
import { FlutterwaveGateway } from './flutterwave-gateway.adapter';
import { decryptPayload } from './payload-cipher.policy';

const SECRET = 'FLWSECK-not-a-real-key';
const ENCRYPTION = 'E'.repeat(24);
const NUMBER = '5399834697894723';

const request: CardChargeRequest = {
  txRef: 'tx-1',
  amountMinor: 10_050n,
  currency: 'NGN',
  email: 'ada@example.com',
  card: new CardData({ number: NUMBER, expiryMonth: '09', expiryYear: '31', cvv: '924' }),
  redirectUrl: 'https://shop.example/back',
};

const CHARGED = {
  id: 1,
  tx_ref: 'tx-1',
  flw_ref: 'FLW-1',
  amount: 100.5,
  currency: 'NGN',
  status: 'successful',
};

/** A server that gives one response to all requests and records them. */
describe('FlutterwaveGateway with responses that the simulator does not give', () => {
  let server: Server;
  let gateway: FlutterwaveGateway;
  let asked: { method: string; path: string; authorization: string; body: string }[];
  let answers: { status: number; body: unknown }[];

  const listener: RequestListener = (message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url: path = '', headers } = message;
      asked.push({
        method,
        path,
        authorization: headers.authorization ?? '',
        body: Buffer.concat(chunks).toString(),
      });
      const { status, body } = answers.shift()!;
      response.statusCode = status;
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  };

  beforeAll(async () => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
    gateway = new FlutterwaveGateway({ baseUrl, secretKey: SECRET, encryptionKey: ENCRYPTION }, heldCards());
  });

  beforeEach(() => {
    asked = [];
    answers = [];
  });

  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer = (status: number, body: unknown) => answers.push({ status, body });
  const success = (data: unknown, meta?: unknown) => ({ status: 'success', message: 'ok', data, meta });

  it('sends the charge encrypted, with the amount as decimal text and the key as bearer', async () => {
    answer(200, success(CHARGED));
    await gateway.charge(request);
    const [{ method, path, authorization, body }] = asked as [(typeof asked)[0]];
    expect([method, path, authorization]).toEqual(['POST', '/v3/charges?type=card', `Bearer ${SECRET}`]);
    expect(body).not.toContain(NUMBER);
    expect(decryptPayload((JSON.parse(body) as { client: string }).client, ENCRYPTION)).toMatchObject({
      card_number: NUMBER,
      expiry_month: '09',
      expiry_year: '31',
      cvv: '924',
      amount: '100.50',
      tx_ref: 'tx-1',
      redirect_url: 'https://shop.example/back',
    });
  });

  it('repeats the whole charge with the PIN and continues to the OTP', async () => {
    answer(200, success(undefined, { authorization: { mode: 'pin', fields: ['pin'] } }));
    const waiting = await gateway.charge(request);
    answer(
      200,
      success({ ...CHARGED, status: 'success-pending-validation' }, { authorization: { mode: 'otp' } }),
    );
    const next = await gateway.validate({ gwRef: waiting.gwRef, otp: '3310' });
    expect(next).toMatchObject({
      kind: 'pending',
      authMode: 'otp',
      gwRef: 'FLW-1',
      gatewayTransactionId: '1',
    });
    const { client } = JSON.parse(asked[1]!.body) as { client: string };
    expect(decryptPayload(client, ENCRYPTION)).toMatchObject({
      card_number: NUMBER,
      authorization: { mode: 'pin', pin: '3310' },
    });

    answer(200, success(CHARGED));
    expect(await gateway.validate({ gwRef: 'FLW-1', otp: '12345' })).toMatchObject({ kind: 'successful' });
    expect(asked[2]).toMatchObject({ path: '/v3/validate-charge' });
    expect(JSON.parse(asked[2]!.body)).toEqual({ otp: '12345', flw_ref: 'FLW-1', type: 'card' });
  });

  describe('opening a permanent account number', () => {
    const person = {
      txRef: 'va_owner',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '+2348031234567',
      bvn: { digits: '22123456789' },
      narration: 'Ada Obi',
    };

    it('sends the person with their BVN, and returns number and bank', async () => {
      answer(200, success({ response_code: '02', account_number: '0067100155', bank_name: 'WEMA BANK' }));
      expect(await gateway.openVirtualAccount(person)).toEqual({
        accountNumber: '0067100155',
        bankName: 'WEMA BANK',
      });
      expect(asked[0]).toMatchObject({ method: 'POST', path: '/v3/virtual-account-numbers' });
      expect(JSON.parse(asked[0]!.body)).toEqual({
        tx_ref: 'va_owner',
        email: 'ada@example.com',
        is_permanent: true,
        bvn: '22123456789',
        firstname: 'Ada',
        lastname: 'Obi',
        phonenumber: '2348031234567',
        narration: 'Ada Obi',
      });
    });

    it('is unknown where no number is named, and refused where the company refuses', async () => {
      answer(200, success({ response_code: '02', account_number: 'soon', bank_name: 'WEMA BANK' }));
      await expect(gateway.openVirtualAccount(person)).rejects.toThrow(GatewayOutcomeUnknown);
      answer(400, { status: 'error', message: 'BVN is invalid', data: null });
      await expect(gateway.openVirtualAccount(person)).rejects.toThrow(GatewayRejected);
    });
  });

  it('declines a card that requires an address check', async () => {
    answer(200, success(undefined, { authorization: { mode: 'avs_noauth' } }));
    expect(await gateway.charge(request)).toMatchObject({
      kind: 'failed',
      declineReason: expect.stringMatching(/address/),
    });
  });

  it.each([
    ['an error of the server', 500, { status: 'error', message: 'oops', data: null }],
    ['the time-out of the company', 503, { status: 'error', message: 'late', data: null }],
    ['a time-out on the way', 408, { status: 'error', message: 'late', data: null }],
    ['a page instead of an envelope', 200, '<html>'],
    ['a refusal by a proxy', 403, '<html>'],
    ['a redirect', 302, { status: 'success', message: 'x', data: CHARGED }],
    ['an empty answer', 200, ''],
    ['a contradiction', 400, { status: 'success', message: 'x', data: CHARGED }],
    ['no transaction', 200, { status: 'success', message: 'x', data: null }],
    [
      'a status nobody knows',
      200,
      { status: 'success', message: 'x', data: { ...CHARGED, status: 'maybe' } },
    ],
    [
      "another charge's transaction",
      200,
      { status: 'success', message: 'x', data: { ...CHARGED, tx_ref: 'tx-2' } },
    ],
    ['an endless answer', 200, 'x'.repeat(1_100_000)],
  ])('treats %s as an unknown outcome and sends nothing twice', async (_, status, body) => {
    answer(status, body);
    await expect(gateway.charge(request)).rejects.toThrow(GatewayOutcomeUnknown);
    expect(asked).toHaveLength(1);
  });

  it('returns a refusal without card number or keys', async () => {
    answer(400, {
      status: 'error',
      message: `card ${NUMBER} refused for ${SECRET} ${ENCRYPTION}`,
      data: { card: NUMBER },
    });
    const error: unknown = await gateway.charge(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatewayRejected);
    expect((error as Error).message).toBe('card [card number] refused for [secret] [secret]');
    const printed = inspect(error, { depth: 9, showHidden: true });
    for (const secret of [NUMBER, SECRET, ENCRYPTION]) expect(printed).not.toContain(secret);
  });

  it.each([
    [404, 'No transaction was found for this id'],
    [400, 'No transaction was found for this id'],
  ])('treats %d as a transaction that does not exist', async (status, message) => {
    answer(status, { status: 'error', message, data: null });
    expect(await gateway.transactionById('7')).toBeNull();
  });

  it('does not treat a refused or throttled query as a missing transaction', async () => {
    answer(401, { status: 'error', message: 'Invalid key', data: null });
    await expect(gateway.transactionByRef('tx-1')).rejects.toThrow(GatewayRejected);
    answer(429, { status: 'error', message: 'Slow down', data: null });
    await expect(gateway.transactionByRef('tx-1')).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it('rejects a response about another reference or transaction', async () => {
    answer(200, success(CHARGED));
    await expect(gateway.transactionByRef('tx-2')).rejects.toThrow(GatewayOutcomeUnknown);
    answer(200, success(CHARGED));
    await expect(gateway.transactionById('2')).rejects.toThrow(GatewayOutcomeUnknown);
  });

  it('encodes references in the URL', async () => {
    answer(404, { status: 'error', message: 'x', data: null });
    await gateway.transactionByRef('a&b=../c');
    answer(404, { status: 'error', message: 'x', data: null });
    await gateway.transactionById('1/../2');
    expect(asked.map(({ path }) => path)).toEqual([
      '/v3/transactions/verify_by_reference?tx_ref=a%26b%3D..%2Fc',
      '/v3/transactions/1%2F..%2F2/verify',
    ]);
  });

  it('sends a refund with its reference and reads the response', async () => {
    answer(200, success({ id: 9, amount_refunded: 50.25, status: 'completed' }));
    const refund = await gateway.refund({ gatewayTransactionId: '1', amountMinor: 5_025n, reference: 'r-1' });
    expect(refund).toEqual({ refundId: '9', status: 'completed', amountMinor: 5_025n });
    expect(JSON.parse(asked[0]!.body)).toEqual({ amount: '50.25', comments: 'r-1' });
  });

  it.each([401, 403, 429])('says of a refund refused with %d that it can be sent later', async (status) => {
    answer(status, { status: 'error', message: 'Not now', data: null });
    const request = { gatewayTransactionId: '1', amountMinor: 5_025n, reference: 'r-1' };
    await expect(gateway.refund(request)).rejects.toThrow(GatewayNotNow);
  });

  it('reads a refund by its id and rejects a response about another', async () => {
    answer(200, success({ id: 9, amount_refunded: 50.25, status: 'new' }));
    expect(await gateway.refundById('9')).toEqual({ refundId: '9', status: 'pending', amountMinor: 5_025n });
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/v3/refunds/9' });
    answer(200, success({ id: 8, amount_refunded: 50.25, status: 'completed' }));
    await expect(gateway.refundById('9')).rejects.toThrow('for another refund');
    answer(429, { status: 'error', message: 'Slow down', data: null });
    await expect(gateway.refundById('9')).rejects.toThrow(GatewayNotNow);
    answer(404, { status: 'error', message: 'Not found', data: null });
    expect(await gateway.refundById('9')).toBeNull();
    answer(400, { status: 'error', message: 'No refunds here', data: null });
    await expect(gateway.refundById('9')).rejects.toThrow(GatewayRejected);
  });
});
