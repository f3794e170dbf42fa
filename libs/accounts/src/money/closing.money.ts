import { Money } from '@app/kernel';
import { type Booking, customer, MoneyEvent, service } from '@app/ledger';

/** An owner who closed the account left a balance that is too small to be paid out. */
export class BalanceGivenUp extends MoneyEvent<{ accountId: string; amount: Money }> {
  static override readonly type = 'wallet.balance-given-up';

  /** The posting function takes it from an account that is frozen by its closing, by this type. */
  booking(): Booking {
    const { accountId, amount } = this.data;
    return {
      type: 'balance_given_up',
      amount,
      fee: Money.zero(amount.currency),
      description: 'Given up by closing the account',
      related: { type: 'wallet', id: this.aggregateId },
      once: `given-up ${accountId}`,
      legs: [customer(accountId, amount.negated()), service('given-up-balances', amount)],
    };
  }
}
