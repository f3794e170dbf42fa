import { Aggregate, type Mode } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MerchantApp } from './merchant-app.aggregate';

export interface EndpointSettings {
  url: string;
  /** Event names, or `*` alone for all. */
  events: string[];
}

/** An address that is told of an account's events, and the secret its messages are signed with. */
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
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'disabled_at', nullable: true }) disabledAt: Date | null = null;

  static of(
    app: MerchantApp,
    id: string,
    url: string | null,
    events: string[],
    secretCiphertext: Buffer,
    now: Date,
  ) {
    const { id: appId, ownerId, mode } = app;
    const fields = { id, appId, ownerId, mode, url, events, secretCiphertext, createdAt: now };
    return Object.assign(new WebhookEndpoint(), fields);
  }

  change(settings: Partial<EndpointSettings>): void {
    Object.assign(this, settings);
  }

  disable(now: Date): void {
    this.disabledAt ??= now;
  }

  enable(): void {
    this.disabledAt = null;
  }
}
