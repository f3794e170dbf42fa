import { CURRENCIES } from '@app/kernel';
import { isPaymentMethod, offeredMethods, PAYMENT_METHODS } from './payment-methods.policy';

const live = { mode: 'live', hasExternalWallet: true } as const;
const NGN = { ...live, currency: 'NGN' } as const;

describe('payment methods', () => {
  it.each([
    ['NGN', ['card', 'bank_transfer', 'ussd', 'wallet']],
    ['USD', ['card', 'wallet', 'extwallet']],
    ['GBP', ['card', 'wallet', 'extwallet']],
    ['EUR', ['card', 'wallet', 'extwallet']],
    ['CAD', ['card', 'wallet', 'extwallet']],
    ['GHS', ['card', 'wallet', 'mobile_money']],
    ['KES', ['card', 'wallet', 'mobile_money']],
    ['ZAR', ['card', 'wallet']],
  ] as const)('a live session in %s offers what there is', (currency, methods) => {
    expect(offeredMethods({ ...live, currency })).toEqual(methods);
    expect(offeredMethods({ ...live, currency }, null)).toEqual(methods);
  });

  it('a test session offers card and wallet alone', () => {
    for (const currency of CURRENCIES)
      expect(offeredMethods({ ...live, mode: 'test', currency })).toEqual(['card', 'wallet']);
  });

  it('a session offers no external wallet without a company that collects from it', () => {
    expect(offeredMethods({ mode: 'live', currency: 'USD', hasExternalWallet: false })).toEqual([
      'card',
      'wallet',
    ]);
  });

  it('a session offers those of the named methods by which it can be paid', () => {
    expect(offeredMethods(NGN, ['wallet', 'card', 'card'])).toEqual(['card', 'wallet']);
    expect(offeredMethods(NGN, ['wallet', 'ussd'])).toEqual(['ussd', 'wallet']);
    expect(offeredMethods({ ...live, currency: 'USD' }, ['bank_transfer', 'ussd'])).toEqual([]);
    expect(offeredMethods(NGN, [])).toEqual([]);
  });

  it('are the six of the contract and no other', () => {
    expect(PAYMENT_METHODS).toEqual(['card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet']);
    for (const other of ['CARD', 'cash', '', 'toString', 7, null, ['card']])
      expect(isPaymentMethod(other)).toBe(false);
  });
});
