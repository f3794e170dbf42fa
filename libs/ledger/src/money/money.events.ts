import { DomainEvent, type Money } from '@app/kernel';
import { EscrowCancelled, EscrowFunded, EscrowReleased, EscrowResolved } from './escrow-money.events';
import { PayrollItemPaid } from './payroll-money.events';
import { FundsTransferred, OpeningBalanceGranted } from './wallet-money.events';

/** The gateway confirmed a deposit, and the wallet was credited with it. */
export class DepositConfirmed extends DomainEvent<{
  /** The transaction in the history, and the id of its journal. */
  transactionId: string;
  txRef: string;
  gateway: string;
  /** The gateway's own id of the transaction: credited one time only. */
  gatewayTransactionId: string;
  amount: Money;
  walletId: string;
  accountId: string;
  /** It came too late for its page and stood apart as unapplied, until staff let the depositor have it. */
  wasSetAside: boolean;
}> {
  static override readonly type = 'deposit.confirmed';
}

/** A checkout session was paid. In live mode the merchant gets the face amount, locked where it is held in escrow. */
export class CheckoutSessionCompleted extends DomainEvent<{
  sessionId: string;
  orderRef: string | null;
  description: string | null;
  amount: Money;
  /** Of the escrow, paid by the buyer on top of the amount; zero without one. */
  fee: Money;
  /** What the buyer paid, fee included: in another currency than the amount where card or wallet has another. */
  charged: Money;
  gateway: string;
  gatewayTransactionId: string;
  /** The wallet it was paid from; null where a gateway collected the money. */
  payer: { ownerId: string; accountId: string } | null;
  paidByEmail: string | null;
  /** The merchant's account that gets the amount; null in test mode, which books nothing. */
  accountId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  escrow: boolean;
  /** Made by a public key, from a browser: its amount is the buyer's word until the merchant compares it. */
  isPublic: boolean;
  /** What sessions made through Variant B are called there; null for all others. */
  variantB: { number: number; sessionToken: string } | null;
  metadata: object;
  paidAt: string;
}> {
  static override readonly type = 'checkout.session-completed';
}

/** Money arrived that no open session can take: too late, twice, or in another amount. Staff decide about it. */
export class PaymentUnapplied extends DomainEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  amount: Money;
  reason: 'expired' | 'already-paid' | 'amount-mismatch';
}> {
  static override readonly type = 'checkout.payment-unapplied';
}

/** Money that no session could take, or that an escrow gave back, went to the card it came from. */
export class UnappliedPaymentRefunded extends DomainEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  refundId: string;
  amount: Money;
  reason: PaymentUnapplied['data']['reason'] | 'escrow-returned';
}> {
  static override readonly type = 'checkout.unapplied-payment-refunded';
}

/** Staff credited a merchant with money that no session could take. */
export class UnappliedPaymentApplied extends DomainEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  /** What had been set aside. */
  amount: Money;
  accountId: string;
  /** What the account gets: another currency's worth where the buyer paid in another. */
  credited: Money;
}> {
  static override readonly type = 'checkout.unapplied-payment-applied';
}

/** Staff took a booking back. The customers see both; the accounts stand as if it had never been made. */
export class JournalReversed extends DomainEvent<{
  /** The transaction in the histories, and the id of the reversal's journal. */
  reversalId: string;
  journalId: string;
  /** What is taken back, in the currency of the account that received it. */
  amount: Money;
  /** The legs of the journal that is reversed, as they were booked. */
  legs: { accountId: string; amount: Money; counterpartyId: string | null }[];
}> {
  static override readonly type = 'ledger.journal-reversed';
}

/** Every event that moves money. Each has its booking in the chart of accounts, or the product does not compile. */
export const MONEY_EVENTS = {
  [FundsTransferred.type]: FundsTransferred,
  [DepositConfirmed.type]: DepositConfirmed,
  [CheckoutSessionCompleted.type]: CheckoutSessionCompleted,
  [PaymentUnapplied.type]: PaymentUnapplied,
  [UnappliedPaymentRefunded.type]: UnappliedPaymentRefunded,
  [UnappliedPaymentApplied.type]: UnappliedPaymentApplied,
  [OpeningBalanceGranted.type]: OpeningBalanceGranted,
  [JournalReversed.type]: JournalReversed,
  [EscrowFunded.type]: EscrowFunded,
  [EscrowReleased.type]: EscrowReleased,
  [EscrowCancelled.type]: EscrowCancelled,
  [EscrowResolved.type]: EscrowResolved,
  [PayrollItemPaid.type]: PayrollItemPaid,
} as const;

export type MoneyEvent =
  | FundsTransferred
  | DepositConfirmed
  | CheckoutSessionCompleted
  | PaymentUnapplied
  | UnappliedPaymentRefunded
  | UnappliedPaymentApplied
  | OpeningBalanceGranted
  | JournalReversed
  | EscrowFunded
  | EscrowReleased
  | EscrowCancelled
  | EscrowResolved
  | PayrollItemPaid;
