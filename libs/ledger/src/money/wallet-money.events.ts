import { DomainEvent, type Money } from '@app/kernel';

/** A party of a movement: its account, and the owner as the other party sees them. */
export interface Party {
  ownerId: string;
  accountId: string;
  usertag: string;
}

/** Money moved from one wallet to another; the sender paid the fee on top. */
export class FundsTransferred extends DomainEvent<{
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
}

/** An owner who closed the account left a balance that is too small to be paid out. */
export class BalanceGivenUp extends DomainEvent<{ accountId: string; amount: Money }> {
  static override readonly type = 'wallet.balance-given-up';
}

/** A demo account received its initial funds. */
export class OpeningBalanceGranted extends DomainEvent<{ accountId: string; amount: Money }> {
  static override readonly type = 'wallet.opening-balance-granted';
}
