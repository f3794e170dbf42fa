import { isPaymentMethod, offeredMethods, PAYMENT_METHODS } from './payment-methods';

describe('payment methods', () => {
  it('offers what is served where none were named', () => {
    expect(offeredMethods()).toEqual(['card', 'wallet']);
    expect(offeredMethods(null)).toEqual(['card', 'wallet']);
  });

  it('offers of the methods named those that are served', () => {
    expect(offeredMethods(['wallet', 'card', 'card'])).toEqual(['card', 'wallet']);
    expect(offeredMethods(['wallet', 'ussd'])).toEqual(['wallet']);
    expect(offeredMethods(['bank_transfer', 'ussd'])).toEqual([]);
    expect(offeredMethods([])).toEqual([]);
  });

  it('knows the six of the contract and no other', () => {
    expect(PAYMENT_METHODS).toEqual(['card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet']);
    for (const other of ['CARD', 'cash', '', 'toString', 7, null, ['card']])
      expect(isPaymentMethod(other)).toBe(false);
  });
});
