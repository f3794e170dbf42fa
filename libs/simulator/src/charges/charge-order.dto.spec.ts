import { readChargeOrder } from './charge-order.dto';
import { SimulatorRefusal } from '../common/envelope.view';

const PAYLOAD = {
  card_number: '4000000000000000',
  cvv: '123',
  expiry_month: '12',
  expiry_year: '30',
  currency: 'NGN',
  amount: '100.50',
  email: 'ada@example.com',
  tx_ref: 'tx-1',
  redirect_url: 'https://shop.example/back',
};

describe('readChargeOrder', () => {
  it('reads a charge', () => {
    expect(readChargeOrder(PAYLOAD)).toMatchObject({
      txRef: 'tx-1',
      amountMinor: 10_050n,
      currency: 'NGN',
      pin: null,
    });
    expect(readChargeOrder({ ...PAYLOAD, amount: 100.5 }).amountMinor).toBe(10_050n);
    expect(readChargeOrder({ ...PAYLOAD, authorization: { mode: 'pin', pin: '1234' } }).pin).toBe('1234');
  });

  it.each([
    ['amount', '0'],
    ['amount', '1e3'],
    ['amount', undefined],
    ['currency', 'XYZ'],
    ['tx_ref', ''],
    ['tx_ref', 'a\0b'],
    ['tx_ref', 'x'.repeat(129)],
    ['tx_ref', 7],
    ['email', ''],
    ['card_number', undefined],
    ['redirect_url', 'javascript:alert(1)'],
    ['redirect_url', '//evil.example'],
    ['redirect_url', 'https://'],
  ])('refuses %s = %j', (name, value) => {
    expect(() => readChargeOrder({ ...PAYLOAD, [name]: value })).toThrow(SimulatorRefusal);
  });

  it('removes control characters from names, because neither database nor page can hold them', () => {
    const order = readChargeOrder({ ...PAYLOAD, fullname: 'A\0d\u001ba', meta: { merchant_name: '\0' } });
    expect([order.fullName, order.merchantName]).toEqual(['Ada', null]);
  });
});
