import { chargebackFromResponse } from './chargeback.mapping';

const given = {
  id: 7,
  transaction_id: 1000001,
  amount: 2500.5,
  currency: 'ngn',
  status: 'initiated',
  stage: 'new',
  comment: 'Goods not received',
  due_date: '2026-11-23T10:00:00.000Z',
};

describe('A chargeback of the gateway', () => {
  it('is read with its amount, stage and time to answer', () => {
    expect(chargebackFromResponse(given)).toEqual({
      id: '7',
      gatewayTransactionId: '1000001',
      stage: 1,
      amountMinor: 250_050n,
      currency: 'NGN',
      status: 'opened',
      words: 'initiated, new',
      reason: 'Goods not received',
      respondBy: new Date('2026-11-23T10:00:00.000Z'),
    });
  });

  it.each([
    ['initiated', 'opened'],
    ['PENDING', 'opened'],
    ['accepted', 'accepted'],
    ['declined', 'contested'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['partially-accepted', null],
    ['', null],
    [undefined, null],
  ])('reads the status %s as %s', (status, read) => {
    expect(chargebackFromResponse({ ...given, status })?.status).toBe(read);
  });

  it.each([[0], [-1], ['a lot'], [null], [undefined], [1e21]])('reads the amount %s as none', (amount) => {
    expect(chargebackFromResponse({ ...given, amount })).toMatchObject({ amountMinor: null });
  });

  it('reads no status from a stage that it does not know', () => {
    expect(chargebackFromResponse({ ...given, stage: 'second' })).toMatchObject({
      stage: 2,
      status: 'opened',
    });
    expect(chargebackFromResponse({ ...given, stage: 'arbitration' })).toMatchObject({
      status: null,
      words: 'initiated, arbitration',
    });
  });

  it('cannot be read without an id and a transaction', () => {
    for (const name of ['id', 'transaction_id'])
      expect(chargebackFromResponse({ ...given, [name]: undefined })).toBeNull();
  });

  it('is read without a reason and a time to answer', () => {
    const bare = { ...given, comment: '', due_date: 'soon', currency: null };
    expect(chargebackFromResponse(bare)).toMatchObject({ reason: null, respondBy: null, currency: null });
  });
});
