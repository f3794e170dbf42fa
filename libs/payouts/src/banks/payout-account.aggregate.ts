import { Aggregate, type Currency } from '@app/kernel';
import type { NameComparison } from '@app/kyc';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PayoutAccountAdded } from './saved-account.events';

export type AccountType = 'bank' | 'extwallet' | 'wire';

interface NewAccount {
  id: string;
  number: string;
  ownerId: string;
  slot: number;
  type: AccountType;
  currency: Currency;
  country: string;
  masked: string;
  detailsCiphertext: Buffer;
  fingerprint: Buffer;
  isVerified: boolean;
  nameMatch: NameComparison | null;
  createdAt: Date;
}

/** An account that its owner saved to pay out to. What names it is sealed, and erased when the owner deletes it. */
@Entity('payout_accounts')
export class PayoutAccount extends Aggregate {
  @PrimaryColumn('uuid')
  id: string;

  /** Its id on the wire: a number that counts up, here as text. */
  @Column({ type: 'bigint', update: false })
  number: string;

  @Column({ type: 'uuid', name: 'owner_id', update: false })
  ownerId: string;

  /** One of five places of the owner; null after its deletion. */
  @Column({ type: 'smallint', nullable: true })
  slot: number | null;

  @Column({ type: 'text', update: false })
  type: AccountType;

  @Column({ type: 'text', update: false })
  currency: Currency;

  @Column({ type: 'text', name: 'country_code', update: false })
  country: string;

  /** The number or address as it may be shown. */
  @Column({ type: 'text', update: false })
  masked: string;

  @Column({ type: 'bytea', name: 'details_ciphertext', nullable: true })
  detailsCiphertext: Buffer | null;

  @Column({ type: 'bytea', nullable: true })
  fingerprint: Buffer | null;

  /** Whether the bank named the holder when the account was saved. */
  @Column({ type: 'boolean', name: 'verified', update: false })
  isVerified: boolean;

  /** How the holder's name compares with the owner's; null: not verified. */
  @Column({ type: 'text', name: 'name_match', nullable: true, update: false })
  nameMatch: NameComparison | null;

  @Column({ type: 'timestamptz', name: 'created_at', update: false })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('int')
  override version = 0;

  static save(given: NewAccount): PayoutAccount {
    const account = Object.assign(new PayoutAccount(), given, { deletedAt: null });
    const { id, number, ownerId, masked, currency, createdAt } = account;
    const facts = { accountId: number, masked, currency, addedAt: createdAt.toISOString() };
    account.record(new PayoutAccountAdded(id, ownerId, 'live', facts));
    return account;
  }

  /** Erases what names the account. Withdrawals to it have their own copy of the destination. */
  erase(now: Date): void {
    this.slot = null;
    this.detailsCiphertext = null;
    this.fingerprint = null;
    this.deletedAt = now;
  }
}
