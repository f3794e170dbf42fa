import type { Money } from '@app/kernel';
import * as fc from 'fast-check';
import { effect, ngn, shown, someMoney, testBookings } from '../../../../test/support/bookings';
import * as file from './deposit.money';

const RECIPIENT = '00000000-0000-7000-8000-000000000002';
const TRANSACTION = '00000000-0000-7000-8000-00000000000a';

function deposit(amount: Money, wasSetAside = false, kind: 'card' | 'virtual-account' = 'card') {
  return new file.DepositConfirmed('deposit', 'owner', 'live', {
    kind,
    transactionId: TRANSACTION,
    txRef: 'tx-1',
    gateway: 'simulator',
    gatewayTransactionId: '77',
    amount,
    walletId: RECIPIENT,
    accountId: RECIPIENT,
    wasSetAside,
  });
}

describe('The booking of a deposit', () => {
  testBookings(file, {
    DepositConfirmed: fc
      .tuple(someMoney, fc.boolean())
      .map(([amount, wasSetAside]) => deposit(amount, wasSetAside)),
  });

  it('is due from the gateway, once per gateway transaction', () => {
    const event = deposit(ngn(5000n));
    expect(effect(event)).toEqual({ 'card-gateway-clearing NGN': -5000n, [RECIPIENT]: 5000n });
    expect(event.booking()).toMatchObject({ id: TRANSACTION, once: 'deposit simulator 77' });
  });

  it('takes a late deposit out of unapplied money, which cannot be reversed as a deposit', () => {
    const event = deposit(ngn(700n), true);
    expect(effect(event)).toEqual({ 'unapplied NGN': -700n, [RECIPIENT]: 700n });
    expect(event.booking()).toMatchObject({
      id: TRANSACTION,
      type: 'unapplied_credit',
      reference: 'tx-1',
      once: 'unapplied-credit simulator 77',
      related: { type: 'deposit', id: TRANSACTION },
    });
  });

  it('is shown in a history as a deposit, by its own reference', () => {
    expect(shown(deposit(ngn(1n)))).toEqual({
      id: TRANSACTION,
      type: 'deposit',
      reference: 'tx-1',
      description: 'Card deposit',
      related: { type: 'deposit', id: TRANSACTION },
      once: 'deposit simulator 77',
    });
    expect(deposit(ngn(1n), false, 'virtual-account').booking().description).toBe('Bank transfer');
  });
});
