import { Aggregate, type Mode } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MerchantApp } from '../apps/merchant-app.aggregate';
import { WebhookEndpointDisabled, WebhookEndpointEnabled } from './webhook-endpoint.events';

export interface EndpointSettings {
  url: string;
  /** Event names, or `*` alone for all. */
  events: string[];
}

/** Who disabled it: its owner, or the service because it only failed. */
type DisabledFor = 'owner' | 'failing';

interface NewEndpoint {
  id: string;
  app: MerchantApp;
  /** null: waits for an address. */
  url: string | null;
  events: string[];
  secretCiphertext: Buffer;
  createdAt: Date;
}

/** An address to which an app's events are delivered, and the secret that signs the deliveries. */
@Entity('webhook_endpoints')
export class WebhookEndpoint extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'app_id' }) appId: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text') mode: Mode;
  /** null: made with its app and waiting for an address. */
  @Column('text', { nullable: true }) url: string | null;
  @Column('text', { array: true }) events: string[];
  /** Sealed by the vault for `webhook-secret` and this row. */
  @Column('bytea', { name: 'secret_ciphertext' }) secretCiphertext: Buffer;
  /** The secret before the last rotation, sealed alike; signs beside the new one until it expires. */
  @Column('bytea', { name: 'old_secret_ciphertext', nullable: true })
  oldSecretCiphertext: Buffer | null = null;
  @Column('timestamptz', { name: 'old_secret_expires_at', nullable: true })
  oldSecretExpiresAt: Date | null = null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'disabled_at', nullable: true }) disabledAt: Date | null = null;
  @Column('text', { name: 'disabled_for', nullable: true }) disabledFor: DisabledFor | null = null;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewEndpoint) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.appId = fields.app.id;
    this.ownerId = fields.app.ownerId;
    this.mode = fields.app.mode;
    this.url = fields.url;
    this.events = fields.events;
    this.secretCiphertext = fields.secretCiphertext;
    this.createdAt = fields.createdAt;
  }

  change({ url, events }: Partial<EndpointSettings>): void {
    if (url !== undefined) this.url = url;
    if (events !== undefined) this.events = events;
  }

  /** The secret before ends with its grace; whatever was in grace already ends at once. */
  rotate(secretCiphertext: Buffer, oldEndsAt: Date | null): void {
    this.oldSecretCiphertext = oldEndsAt && this.secretCiphertext;
    this.oldSecretExpiresAt = oldEndsAt;
    this.secretCiphertext = secretCiphertext;
  }

  pause(now: Date): void {
    if (!this.disabledAt) this.disable(now, 'owner');
  }

  /** All deliveries have failed since `failingSince`. The event notifies the owner. */
  giveUp(now: Date, failingSince: Date): void {
    if (this.disabledAt) return;
    this.disable(now, 'failing');
    this.record(new WebhookEndpointDisabled(this.id, this.ownerId, this.mode, this.failure(failingSince)));
  }

  enable(): void {
    if (!this.disabledAt) return;
    this.disabledAt = this.disabledFor = null;
    this.record(new WebhookEndpointEnabled(this.id, this.ownerId, this.mode, { endpointId: this.id }));
  }

  private disable(now: Date, disabledFor: DisabledFor): void {
    this.disabledAt = now;
    this.disabledFor = disabledFor;
  }

  private failure(since: Date) {
    return { endpointId: this.id, appId: this.appId, url: this.url!, failingSince: since.toISOString() };
  }
}
