import { Money } from '@app/kernel';
import { type Booking, conversion, customer, MoneyEvent, service } from '@app/ledger';

/** A party of a movement: its account, and the owner as the other party sees them. */
export interface Party {
  ownerId: string;
  accountId: string;
  usertag: string;
}

/** The parties and the received amount, which both see of a payment between two people. */
export function partiesOfPayment(
  sender: { usertag: string },
  recipient: { usertag: string },
  received: Money,
) {
  return {
    from: sender.usertag,
    to: recipient.usertag,
    received: received.text,
    received_currency: received.currency,
  };
}

/** Money moved from one wallet to another; the sender paid the fee on top. */
export class FundsTransferred extends MoneyEvent<{
  /** The transaction in both histories; also the id of its journal. */
  transactionId: string;
  sender: Party;
  recipient: Party;
  sent: Money;
  /** In the recipient's currency. */
  received: Money;
  fee: Money;
  note: string | null;
  /** The payment request that it pays; null without one. */
  requestId: string | null;
}> {
  static override readonly type = 'wallet.funds-transferred';

  /**
   * The sender pays amount and fee; the recipient gets the amount, converted where the currencies differ. A
   * transfer that pays a payment request is booked once per request.
   */
  booking(): Booking {
    const { transactionId, sender, recipient, sent, received, fee, note, requestId } = this.data;
    return {
      id: transactionId,
      type: 'transfer',
      amount: sent,
      fee,
      reference: transactionId,
      description: note ?? undefined,
      ...(requestId === null
        ? { related: { type: 'transfer', id: transactionId } }
        : { related: { type: 'payment_request', id: requestId }, once: `payment-request ${requestId}` }),
      metadata: partiesOfPayment(sender, recipient, received),
      legs: [
        customer(sender.accountId, sent.plus(fee).negated(), recipient.ownerId),
        ...conversion(sent, received),
        customer(recipient.accountId, received, sender.ownerId),
        service('transfer-fees', fee),
      ],
    };
  }
}

/** A demo account received its initial funds. */
export class OpeningBalanceGranted extends MoneyEvent<{ accountId: string; amount: Money }> {
  static override readonly type = 'wallet.opening-balance-granted';

  booking(): Booking {
    const { accountId, amount } = this.data;
    return {
      type: 'adjustment',
      amount,
      fee: Money.zero(amount.currency),
      description: 'Demo funds',
      related: { type: 'wallet', id: this.aggregateId },
      once: `opening ${this.aggregateId}`,
      legs: [service('opening-balances', amount.negated()), customer(accountId, amount)],
    };
  }
}
