import { UNAPPLIED_CREDIT, unappliedCreditKey } from '@app/checkout';
import { Money } from '@app/kernel';
import { type Booking, customer, MoneyEvent, service } from '@app/ledger';

/** The gateway confirmed a deposit, and the wallet was credited with it. */
export class DepositConfirmed extends MoneyEvent<{
  /** By card, or by a transfer to the owner's account number. */
  kind: 'card' | 'virtual-account';
  /** The transaction in the history; also the id of its journal. */
  transactionId: string;
  txRef: string;
  gateway: string;
  /** The gateway's own id of the transaction, which is credited only once. */
  gatewayTransactionId: string;
  amount: Money;
  walletId: string;
  accountId: string;
  /** It arrived too late and was unapplied until staff credited the depositor. */
  wasSetAside: boolean;
}> {
  static override readonly type = 'deposit.confirmed';

  /**
   * The gateway owes the amount that the customer's wallet is credited with; a late deposit is taken from
   * unapplied money instead.
   */
  booking(): Booking {
    const { kind, transactionId, txRef, gateway, gatewayTransactionId, amount, accountId, wasSetAside } =
      this.data;
    return {
      id: transactionId,
      type: wasSetAside ? UNAPPLIED_CREDIT : 'deposit',
      amount,
      fee: Money.zero(amount.currency),
      reference: txRef,
      description: kind === 'card' ? 'Card deposit' : 'Bank transfer',
      related: { type: 'deposit', id: transactionId },
      once: wasSetAside
        ? unappliedCreditKey(gateway, gatewayTransactionId)
        : `deposit ${gateway} ${gatewayTransactionId}`,
      legs: [
        service(wasSetAside ? 'unapplied' : 'card-gateway-clearing', amount.negated()),
        customer(accountId, amount),
      ],
    };
  }
}
