import type { Money } from '@app/kernel';
import { effect, ngn, shown, someMoney, testBookings } from '../../../../test/support/bookings';
import * as file from './closing.money';

const WALLET = '00000000-0000-7000-8000-000000000002';

function leftover(amount: Money): file.BalanceGivenUp {
  return new file.BalanceGivenUp(WALLET, 'owner', 'live', { accountId: WALLET, amount });
}

describe('The booking of a balance that its owner gives up by closing the account', () => {
  testBookings(file, { BalanceGivenUp: someMoney.map(leftover) });

  it('goes to an account of its own, once, as a type that can be posted then', () => {
    expect(effect(leftover(ngn(1n)))).toEqual({ 'given-up-balances NGN': 1n, [WALLET]: -1n });
    expect(shown(leftover(ngn(1n)))).toEqual({
      type: 'balance_given_up',
      description: 'Given up by closing the account',
      related: { type: 'wallet', id: WALLET },
      once: `given-up ${WALLET}`,
    });
  });
});
