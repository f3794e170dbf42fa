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

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewWallet) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.lockedAccountId = fields.lockedAccountId;
    this.ownerId = fields.ownerId;
    this.currency = fields.currency;
    this.isPrimary = fields.isPrimary;
    this.gwAccountNumber = null;
    this.gwBankName = null;
    this.createdAt = fields.createdAt;
  }

  static open(fields: NewWallet): Wallet {
    const wallet = new Wallet(fields);
    const { id, ownerId, currency, isPrimary } = fields;
    wallet.record(new WalletOpened(id, ownerId, 'live', { walletId: id, currency, isPrimary }));
    return wallet;
  }

  /** Shows the number whose transfers credit it. */
  showAccountNumber({ accountNumber, bankName }: { accountNumber: string; bankName: string }): void {
    this.gwAccountNumber = accountNumber;
    this.gwBankName = bankName;
  }

  /** Another wallet of the owner becomes the primary one. */
  resignAsPrimary(): void {
    this.isPrimary = false;
  }

  /** Becomes the one wallet that is used where the owner names no currency. */
  becomePrimary(): void {
    this.isPrimary = true;
    this.record(
      new PrimaryWalletChosen(this.id, this.ownerId, 'live', { walletId: this.id, currency: this.currency }),
    );
  }
}
