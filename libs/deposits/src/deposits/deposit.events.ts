import { DomainEvent, type Money } from '@app/kernel';

/** A charge of a deposit ended without money. The deposit may be tried again. */
export class DepositDeclined extends DomainEvent<{
  depositId: string;
  txRef: string;
  /** The reference of this charge at the gateway. */
  reference: string;
  amount: Money;
  reason: string;
}> {
  static override readonly type = 'deposit.declined';
}
