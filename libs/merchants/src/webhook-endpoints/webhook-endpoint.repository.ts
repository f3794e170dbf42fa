import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Vault } from '@app/config';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Clock, isUuid, notFound, uuidv7 } from '@app/kernel';
import { DataSource, IsNull } from 'typeorm';
import type { MerchantApp } from '../merchant-app.aggregate';
import { WebhookEndpoint } from './webhook-endpoint.aggregate';
import { WEBHOOK_SECRET } from './webhook-secret.policy';

/** Whose endpoints a caller sees: all of an account, or only those of one of its apps. */
export interface EndpointOwner {
  ownerId: string;
  /** null: all apps of the account. */
  appId: string | null;
}

/** Stores endpoints and their signing secrets. */
@Injectable()
export class WebhookEndpointStore extends AggregateStore<WebhookEndpoint> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    unit: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {
    super(WebhookEndpoint, dataSource, unit);
  }

  /** Stages a new endpoint of the app with a secret of its own. */
  openEndpoint(
    app: MerchantApp,
    url: string | null,
    events: string[],
  ): { endpoint: WebhookEndpoint; secret: string } {
    const now = this.clock.now();
    const id = uuidv7(now);
    const { secret, sealed } = this.newSecret(id);
    const endpoint = new WebhookEndpoint({ id, app, url, events, secretCiphertext: sealed, createdAt: now });
    this.add(endpoint);
    return { endpoint, secret };
  }

  /** A signing secret, and how the endpoint's row keeps it. */
  newSecret(endpointId: string): { secret: string; sealed: Buffer } {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return { secret, sealed: this.vault.seal(secret, WEBHOOK_SECRET, endpointId) };
  }

  /** The endpoint the app was made with, while it still waits for its address. */
  waitingOf(appId: string): Promise<WebhookEndpoint | null> {
    return this.findOneBy({ appId, url: IsNull() });
  }

  async ownedBy({ ownerId, appId }: EndpointOwner, id: string): Promise<WebhookEndpoint> {
    const endpoint = isUuid(id) ? await this.findOneBy({ id, ownerId, ...(appId && { appId }) }) : null;
    if (!endpoint) throw notFound('Webhook endpoint');
    return endpoint;
  }

  countOf(appId: string): Promise<number> {
    return this.dataSource.manager.countBy(WebhookEndpoint, { appId });
  }

  remove({ id, version }: WebhookEndpoint): void {
    this.unit.stage({
      sql: 'DELETE FROM webhook_endpoints WHERE id = $1 AND version = $2',
      parameters: [id, version],
      expectedRows: 1,
    });
  }

  secretOf({ id, secretCiphertext }: WebhookEndpoint): string {
    return this.vault.unseal(secretCiphertext, WEBHOOK_SECRET, id);
  }
}
