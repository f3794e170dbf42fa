import { inspect } from 'node:util';
import { GatewayOutcomeUnknown } from '@app/charges';
import { chargeFromResponse, statusFromResponse, transactionFromResponse } from './transaction.mapping';

const ANSWER = {
  id: 4_975_363,
  tx_ref: 'tx-1',
  flw_ref: 'FLW-1',
  amount: 100.5,
  charged_amount: 101,
  currency: 'ngn',
  status: 'successful',
  processor_response: 'Approved',
  card: { type: 'VISA', last_4digits: '0000', token: 'tok-secret', expiry: '09/31' },
  customer: { email: 'ada@example.com' },
};

describe('transactionFromAnswer', () => {
  it('maps every field the product uses', () => {
    const transaction = transactionFromResponse(ANSWER);
    expect(transaction).toMatchObject({
      id: '4975363',
      txRef: 'tx-1',
      gwRef: 'FLW-1',
      status: 'successful',
      amountMinor: 10_050n,
      chargedAmountMinor: 10_100n,
      currency: 'NGN',
      processorResponse: 'Approved',
      card: {
        brand: 'visa',
        last4: '0000',
        expiresAt: new Date('2031-10-01T00:00:00.000Z'),
        email: 'ada@example.com',
      },
    });
    expect(transaction.card?.token?.reveal()).toBe('tok-secret');
  });

  it('prints no token, and takes only an expiry that it can read', () => {
    const transaction = transactionFromResponse(ANSWER);
    const printed =
      inspect(transaction, { depth: 9 }) + JSON.stringify(transaction.card) + String(transaction.card!.token);
    expect(printed).not.toContain('tok-secret');
    for (const expiry of ['9/31', '13/31', '0931', 931, null])
      expect(
        transactionFromResponse({ ...ANSWER, card: { ...ANSWER.card, expiry } }).card?.expiresAt,
      ).toBeUndefined();
  });

  it.each(['id', 'tx_ref', 'flw_ref', 'amount', 'currency', 'status'])('throws without %s', (name) => {
    expect(() => transactionFromResponse({ ...ANSWER, [name]: undefined })).toThrow(GatewayOutcomeUnknown);
  });

  it.each([null, undefined, 'x', 7, []])('throws if the data is %p', (data) => {
    expect(() => transactionFromResponse(data)).toThrow(GatewayOutcomeUnknown);
  });

  it("hides a card number in the processor's text", () => {
    const transaction = transactionFromResponse({ ...ANSWER, processor_response: 'no 4000000000000000' });
    expect(transaction.processorResponse).toBe('no [card number]');
  });
});

describe('chargeFromAnswer', () => {
  const pending = { ...ANSWER, status: 'pending' };
  const waitingFor = (authorization: object) => chargeFromResponse(pending, { authorization });

  it('returns the next step of a pending charge', () => {
    expect(waitingFor({ mode: 'otp' })).toMatchObject({ kind: 'pending', authMode: 'otp', gwRef: 'FLW-1' });
    expect(waitingFor({ mode: 'redirect', redirect: 'https://bank.example/x' })).toMatchObject({
      authMode: 'redirect',
      redirectUrl: 'https://bank.example/x',
    });
    expect(chargeFromResponse(pending, undefined)).toMatchObject({ kind: 'pending', authMode: null });
  });

  it.each([undefined, 'javascript:alert(1)', '//bank.example', 'https://'])(
    'ignores a redirect to %p',
    (redirect) => {
      expect(() => waitingFor({ mode: 'redirect', redirect })).toThrow(GatewayOutcomeUnknown);
    },
  );

  it('returns the reason of a decline', () => {
    const failed = { ...ANSWER, status: 'failed', processor_response: 'Insufficient funds' };
    expect(chargeFromResponse(failed, null)).toMatchObject({
      kind: 'failed',
      declineReason: 'Insufficient funds',
    });
    expect(chargeFromResponse({ ...failed, processor_response: '' }, null).declineReason).toBe('Declined');
  });

  it('ignores an authorization beside a finished charge', () => {
    expect(chargeFromResponse(ANSWER, { authorization: { mode: 'otp' } })).toMatchObject({
      kind: 'successful',
      authMode: null,
    });
  });
});

describe('statusFromAnswer', () => {
  it.each([
    ['successful', 'successful'],
    ['SUCCESSFUL', 'successful'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['success-pending-validation', 'pending'],
  ])('%s is %s', (word, status) => {
    expect(statusFromResponse(word)).toBe(status);
  });

  it.each([undefined, null, '', 'ok', 1, 'constructor'])('throws for %p', (word) => {
    expect(() => statusFromResponse(word)).toThrow(GatewayOutcomeUnknown);
  });
});
