import { DomainEvent, type Money } from '@app/kernel';

/** An account asked another for money. The payment has an event of its own, that of the transfer. */
export class PaymentRequested extends DomainEvent<{
  requestId: string;
  /** The asker's user tag. */
  asker: string;
  askedId: string;
  amount: Money;
  note: string | null;
  expiresAt: string;
}> {
  static override readonly type = 'payment-request.made';
}

/** The asked account declined the request. */
export class PaymentRequestDeclined extends DomainEvent<{
  requestId: string;
  /** The user tag of the asked account. */
  asked: string;
  amount: Money;
}> {
  static override readonly type = 'payment-request.declined';
}
