import { Aggregate, invalidState, type Mode } from '@app/kernel';
import { AppRevoked } from './merchant-app.events';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the owner of an app chooses about it. */
export interface AppSettings {
  name: string;
  /** null: full access. */
  scopes: string[] | null;
  /** Addresses and CIDR ranges; empty: any. */
  allowedIps: string[];
  /** Where pages with the public key may come from; empty: anywhere. */
  allowedOrigins: string[];
  /** null: the general limit alone. */
  rateLimitPerMin: number | null;
  /** Where buyers go back to, of checkout sessions that name no place of their own. */
  successUrl: string | null;
  cancelUrl: string | null;
}

interface AppFields extends AppSettings {
  id: string;
  ownerId: string;
  mode: Mode;
  createdAt: Date;
}

/** A program that acts for its owner's account with keys of its own. */
@Entity('merchant_apps')
export class MerchantApp extends Aggregate implements AppSettings {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text') mode: Mode;
  @Column('text') name: string;
  @Column('text', { array: true, nullable: true }) scopes: string[] | null;
  @Column('text', { array: true, name: 'allowed_ips' }) allowedIps: string[];
  @Column('text', { array: true, name: 'allowed_origins' }) allowedOrigins: string[];
  @Column('int', { name: 'rate_limit_per_min', nullable: true }) rateLimitPerMin: number | null;
  @Column('text', { name: 'success_url', nullable: true }) successUrl: string | null;
  @Column('text', { name: 'cancel_url', nullable: true }) cancelUrl: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null = null;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: AppFields) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.ownerId = fields.ownerId;
    this.mode = fields.mode;
    this.createdAt = fields.createdAt;
    this.set(fields);
  }

  static create(id: string, ownerId: string, mode: Mode, settings: AppSettings, now: Date): MerchantApp {
    return new MerchantApp({ id, ownerId, mode, ...settings, createdAt: now });
  }

  change(settings: Partial<AppSettings>): void {
    this.assertNotRevoked();
    this.set({ ...this, ...settings });
  }

  revoke(now: Date): void {
    this.assertNotRevoked();
    this.revokedAt = now;
    this.record(new AppRevoked(this.id, this.ownerId, this.mode, { appName: this.name }));
  }

  assertNotRevoked(): void {
    if (this.revokedAt) throw invalidState('This app has been revoked.');
  }

  private set(settings: AppSettings): void {
    this.name = settings.name;
    this.scopes = settings.scopes;
    this.allowedIps = settings.allowedIps;
    this.allowedOrigins = settings.allowedOrigins;
    this.rateLimitPerMin = settings.rateLimitPerMin;
    this.successUrl = settings.successUrl;
    this.cancelUrl = settings.cancelUrl;
  }
}
