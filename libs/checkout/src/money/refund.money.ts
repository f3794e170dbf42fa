import type { ServiceAccount } from '@app/database';
import { Money } from '@app/kernel';
import { type Booking, clearingOf, conversion, customer, MoneyEvent, service } from '@app/ledger';

/** What every event of a merchant's refund says. */
export interface RefundTerms {
  /** `rf_…` */
  refundId: string;
  /** `cs_…`; null for an invoice that was charged without a session. */
  sessionId: string | null;
  /** `inv_…` of the subscription, where there is no session. */
  invoiceId: string | null;
  appId: string | null;
  /** What goes back of the price. */
  face: Money;
  /** What the payer gets, in the currency that was paid. */
  charge: Money;
  /** What the merchant pays: the face amount, or more where the rate has moved. */
  debited: Money;
  method: string;
  rail: 'provider' | 'wallet' | 'account';
  gateway: string;
  /** The account that the payer has named, masked. */
  destination: string | null;
  /** The account of the service that pays it; null: the gateway does. */
  paidFrom: ServiceAccount | null;
  /** The wallet of the merchant; null in test mode, which books nothing. */
  accountId: string | null;
  /** The wallet that gets it; null where a company sends it back. */
  payer: { ownerId: string; accountId: string } | null;
  customerEmail: string | null;
  reason: string | null;
  refundRef: string | null;
  createdAt: string;
}

/** Natural key of the booking of a refund; its id follows. */
export const REFUND_KEY = 'refund ';
/** Natural key of its completion. */
export const REFUND_COMPLETED_KEY = 'refund-completed ';
/** Natural key of the return of its money to the merchant. */
export const REFUND_FAILED_KEY = 'refund-failed ';

/** Natural key of the credit of a returned refund. */
export const REFUND_RETURNED_KEY = 'refund-returned ';

/** A merchant refunds a payment: the money leaves the merchant. */
export class RefundCreated extends MoneyEvent<RefundTerms & { status: 'pending' }> {
  static override readonly type = 'refund.created';

  /** The merchant pays, and the money goes to the wallet of the payer, or waits until its company has sent it. */
  booking(): Booking | null {
    const { refundId, charge, debited, accountId, payer } = this.data;
    if (!accountId) return null;
    return {
      ...about(this.data, 'refund', debited),
      once: `${REFUND_KEY}${refundId}`,
      legs: [
        customer(accountId, debited.negated(), payer?.ownerId),
        ...conversion(debited, charge),
        payer ? customer(payer.accountId, charge, this.ownerId) : service('refunds-in-transit', charge),
      ],
    };
  }
}

/** The payer has the money of a refund. */
export class RefundCompleted extends MoneyEvent<
  RefundTerms & {
    status: 'completed';
    endedAt: string;
    /** What the provider of an account takes for it; null where none does. */
    providerFee: Money | null;
  }
> {
  static override readonly type = 'refund.completed';

  /**
   * The company has sent it, so it owes that much less; or the float has paid it, and the provider's fee is a cost. A
   * wallet got it when the refund was created.
   */
  booking(): Booking | null {
    const { refundId, charge, accountId, payer, providerFee } = this.data;
    if (!accountId || payer) return null;
    const paidFrom = payingAccount(this.data);
    const cost = providerFee
      ? [service(paidFrom, providerFee), service('payout-costs', providerFee.negated())]
      : [];
    return {
      ...about(this.data, 'refund_completed', charge),
      once: `${REFUND_COMPLETED_KEY}${refundId}`,
      legs: [service('refunds-in-transit', charge.negated()), service(paidFrom, charge), ...cost],
    };
  }
}

/** The payer cannot be refunded: the merchant has the money again. */
export class RefundFailed extends MoneyEvent<
  RefundTerms & { status: 'failed'; endedAt: string; failure: string }
> {
  static override readonly type = 'refund.failed';

  /** What the merchant paid, at the rate at which it was taken. */
  booking(): Booking | null {
    const { refundId, charge, debited, accountId } = this.data;
    if (!accountId) return null;
    return {
      ...about(this.data, 'refund', debited),
      once: `${REFUND_FAILED_KEY}${refundId}`,
      legs: [
        service('refunds-in-transit', charge.negated()),
        ...conversion(charge, debited),
        customer(accountId, debited),
      ],
    };
  }
}

/** The company that sent a refund has the money again. Staff recorded it, and the merchant gets it. */
export class RefundReturned extends MoneyEvent<
  RefundTerms & { status: 'completed'; endedAt: string; returnedAt: string }
> {
  static override readonly type = 'refund.returned';

  /** What the merchant paid, at the rate at which it was taken. */
  booking(): Booking | null {
    const { refundId, charge, debited, accountId } = this.data;
    if (!accountId) return null;
    return {
      ...about(this.data, 'refund', debited),
      once: `${REFUND_RETURNED_KEY}${refundId}`,
      legs: [
        service(payingAccount(this.data), charge.negated()),
        ...conversion(charge, debited),
        customer(accountId, debited),
      ],
    };
  }
}

/** The gateway that collected the payment, or the float that paid the account. */
const payingAccount = ({ gateway, paidFrom }: RefundTerms): ServiceAccount => paidFrom ?? clearingOf(gateway);

function about(
  { refundId, sessionId, invoiceId, reason }: RefundTerms,
  type: 'refund' | 'refund_completed',
  amount: Money,
): Omit<Booking, 'once' | 'legs'> {
  return {
    type,
    amount,
    fee: Money.zero(amount.currency),
    reference: sessionId ?? invoiceId!,
    description: reason ?? undefined,
    related: { type: 'refund', id: refundId },
  };
}
