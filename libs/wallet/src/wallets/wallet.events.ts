import { type Currency, DomainEvent } from '@app/kernel';

export class WalletOpened extends DomainEvent<{ walletId: string; currency: Currency; isPrimary: boolean }> {
  static override readonly type = 'wallet.opened';
}

export class PrimaryWalletChosen extends DomainEvent<{ walletId: string; currency: Currency }> {
  static override readonly type = 'wallet.primary-chosen';
}
