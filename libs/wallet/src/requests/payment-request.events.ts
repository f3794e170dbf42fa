import { DomainEvent, type Money } from '@app/kernel';

/** Somebody asked somebody else for money. That it is paid is told by the transfer. */
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

/** Whoever was asked will not pay. */
export class PaymentRequestDeclined extends DomainEvent<{
  requestId: string;
  /** The user tag of whoever was asked. */
  asked: string;
  amount: Money;
}> {
  static override readonly type = 'payment-request.declined';
}
