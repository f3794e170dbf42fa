import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('plain_accounts')
export class Account {
  @PrimaryColumn('uuid') id: string;
  @Column('text') currency: string;
  @Column('bigint') balanceMinor: string;
  @Column('bigint') seq: string;
}

@Entity('plain_journals')
export class Journal {
  @PrimaryColumn('uuid') id: string;
  @Column('text') type: string;
  @Column('uuid') eventId: string;
  @Column('text') currency: string;
  @Column('bigint') amountMinor: string;
  @Column('bigint') feeMinor: string;
  @Column('text') reference: string;
  @Column('text', { nullable: true }) description: string | null;
  @Column('jsonb') metadata: object;
  @Index() @Column('timestamptz') createdAt: Date;
}

@Entity('plain_legs')
export class Leg {
  @PrimaryColumn('uuid') accountId: string;
  @PrimaryColumn('bigint') seq: string;
  @Column('uuid') journalId: string;
  @Column('text') type: string;
  @Column('bigint') amountMinor: string;
  @Column('bigint') balanceAfterMinor: string;
  @Column('uuid', { nullable: true }) counterpartyId: string | null;
  @Column('timestamptz') createdAt: Date;
}

@Entity('plain_outbox')
export class OutboxEvent {
  @PrimaryColumn('uuid') id: string;
  @Column('text') type: string;
  @Column('text') aggregateId: string;
  @Column('jsonb') payload: object;
  @Column('uuid') ownerId: string;
  @Index() @Column('timestamptz') createdAt: Date;
}

@Entity('plain_idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid') principalId: string;
  @PrimaryColumn('text') key: string;
  @Column('bytea') fingerprint: Buffer;
  @Column('int') status: number;
  @Column('text') body: string;
  @Index() @Column('timestamptz') createdAt: Date;
}

/** Tables of the product, which the plain service only reads. */
@Entity('users', { synchronize: false })
export class User {
  @PrimaryColumn('uuid') id: string;
  @Column('text') usertag: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
}

@Entity('wallets', { synchronize: false })
export class Wallet {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text', { name: 'currency_code' }) currency: string;
  @Column('boolean', { name: 'is_primary' }) isPrimary: boolean;
}

@Entity('sessions', { synchronize: false })
export class Session {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

@Entity('transaction_pins', { synchronize: false })
export class Pin {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  @Column('bytea', { name: 'pin_hmac' }) hmac: Buffer;
}

export const ENTITIES = [Account, Journal, Leg, OutboxEvent, IdempotencyKey, User, Wallet, Session, Pin];
