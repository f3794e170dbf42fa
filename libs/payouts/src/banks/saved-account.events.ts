import { type Currency, DomainEvent } from '@app/kernel';

/** An owner saved an account to which withdrawals can be paid. The number is masked. */
export class PayoutAccountAdded extends DomainEvent<{
  accountId: string;
  masked: string;
  currency: Currency;
  addedAt: string;
}> {
  static override readonly type = 'payout-account.added';
}
