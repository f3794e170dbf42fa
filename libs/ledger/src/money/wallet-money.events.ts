import { DomainEvent, type Money } from '@app/kernel';

/** A party of a movement: the account it touches and who its owner is to the other side. */
export interface Party {
  ownerId: string;
  accountId: string;
  usertag: string;
}

/** Money moved from one wallet to another; the sender paid the fee on top. */
export class FundsTransferred extends DomainEvent<{
  /** The transaction in both histories, and the id of its journal. */
  transactionId: string;
  sender: Party;
  recipient: Party;
  sent: Money;
  /** In the recipient's currency. */
  received: Money;
  fee: Money;
  note: string | null;
  /** The payment request it pays; null where there is none. */
  requestId: string | null;
}> {
  static override readonly type = 'wallet.funds-transferred';
}

/** A demo account was given its first funds. */
export class OpeningBalanceGranted extends DomainEvent<{ accountId: string; amount: Money }> {
  static override readonly type = 'wallet.opening-balance-granted';
}
