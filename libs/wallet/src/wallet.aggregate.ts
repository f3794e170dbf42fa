import { Aggregate, type Currency } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryWalletChosen, WalletOpened } from './wallet.events';

interface NewWallet {
  id: string;
  lockedAccountId: string;
  ownerId: string;
  currency: Currency;
  isPrimary: boolean;
  createdAt: Date;
}

/**
 * An owner's wallet in one currency. Its money stands in two ledger accounts: `id` names the one that holds what
 * can be spent, `lockedAccountId` the one of funds held beside it.
 */
@Entity('wallets')
export class Wallet extends Aggregate {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'locked_account_id' })
  lockedAccountId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('char', { name: 'currency_code', length: 3 })
  currency: Currency;

  @Column('boolean', { name: 'is_primary' })
  isPrimary: boolean;

  /** Permanent virtual account whose transfers credit the wallet; NGN only. */
  @Column('text', { name: 'gw_account_number', nullable: true })
  gwAccountNumber: string | null;

  @Column('text', { name: 'gw_bank_name', nullable: true })
  gwBankName: string | null;

  @Column('int')
  override version: number = 0;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  static open(given: NewWallet): Wallet {
    const wallet = Object.assign(new Wallet(), given, { gwAccountNumber: null, gwBankName: null });
    const { id, ownerId, currency, isPrimary } = given;
    wallet.record(new WalletOpened(id, ownerId, 'live', { walletId: id, currency, isPrimary }));
    return wallet;
  }

  /** Takes the place of `former` as the one wallet that stands for the owner where no currency is named. */
  becomePrimary(former: Wallet | null): void {
    if (former) former.isPrimary = false;
    this.isPrimary = true;
    this.record(
      new PrimaryWalletChosen(this.id, this.ownerId, 'live', { walletId: this.id, currency: this.currency }),
    );
  }
}
