import { addSeconds, Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Refresh tokens live 30 days from their issue; a session lives as long as its newest one. */
const REFRESH_SECONDS = 30 * 24 * 3600;
/** After a year the user has to sign in again, however often the session is used. */
const LIFETIME_SECONDS = 365 * 24 * 3600;

export type EndReason =
  | 'logout'
  | 'token-reuse'
  | 'password-reset'
  | 'password-changed'
  | 'two-factor-reset'
  | 'role-changed'
  | 'frozen'
  | 'ended-by-owner'
  | 'left-team'
  | 'reported'
  | 'switched'
  | 'closed';

/** Where a session was opened from. */
export interface Client {
  ip: string;
  device: string | null;
}

interface NewSession {
  id: string;
  userId: string;
  client: Client;
  createdAt: Date;
}

/** A person signed in on one device: the family of all refresh tokens that follow from one sign-in. */
@Entity('sessions')
export class Session extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'user_id' }) userId: string;
  /** The account of a business for which a member acts; null: the person's own. */
  @Column('uuid', { name: 'account_id', nullable: true }) accountId: string | null = null;
  @Column('text', { nullable: true }) device: string | null;
  @Column('text') ip: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_used_at' }) lastUsedAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null = null;
  @Column('text', { name: 'end_reason', nullable: true }) endReason: EndReason | null = null;
  /** When a code of the second factor was last accepted in this session, at sign-in or later. */
  @Column('timestamptz', { name: 'proved_at', nullable: true }) provedAt: Date | null = null;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewSession) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.userId = fields.userId;
    this.device = fields.client.device;
    this.createdAt = fields.createdAt;
    this.extend(fields.client, fields.createdAt);
  }

  static open(id: string, userId: string, client: Client, now: Date): Session {
    return new Session({ id, userId, client, createdAt: now });
  }

  /** A session that ends after `seconds` and is never extended. */
  static openFor(seconds: number, id: string, userId: string, client: Client, now: Date): Session {
    const session = Session.open(id, userId, client, now);
    session.expiresAt = addSeconds(now, seconds);
    return session;
  }

  /** A further session of the same sign-in for another account, with its proof and within its lifetime. */
  static switchedFrom(
    { userId, createdAt, provedAt }: Session,
    id: string,
    accountId: string | null,
    client: Client,
    now: Date,
  ): Session {
    const session = new Session({ id, userId, client, createdAt });
    session.accountId = accountId;
    session.provedAt = provedAt;
    session.extend(client, now);
    return session;
  }

  /** The same for a session that is never extended: it ends when the session ends that it follows. */
  static switchedWithin(
    from: Session,
    id: string,
    accountId: string | null,
    client: Client,
    now: Date,
  ): Session {
    const session = Session.switchedFrom(from, id, accountId, client, now);
    session.expiresAt = from.expiresAt;
    return session;
  }

  isOpen(now: Date): boolean {
    return this.endedAt === null && this.expiresAt > now;
  }

  /** Records a further use and its address, and extends the session by 30 days, but not past its lifetime. */
  extend({ ip }: Client, now: Date): void {
    this.ip = ip;
    this.lastUsedAt = now;
    const [idle, end] = [addSeconds(now, REFRESH_SECONDS), addSeconds(this.createdAt, LIFETIME_SECONDS)];
    this.expiresAt = idle < end ? idle : end;
  }

  /** A code of the second factor was accepted. */
  prove(now: Date): void {
    this.provedAt = now;
  }

  end(reason: EndReason, now: Date): void {
    this.endedAt ??= now;
    this.endReason ??= reason;
  }
}
