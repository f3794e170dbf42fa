import { type Currency, DomainEvent } from '@app/kernel';

/** Somebody opened an account. The primary wallet is opened with it. */
export class UserRegistered extends DomainEvent<{
  userId: string;
  email: string;
  currency: Currency;
  accountType: 'personal' | 'business';
}> {
  static override readonly type = 'account.user-registered';
}
