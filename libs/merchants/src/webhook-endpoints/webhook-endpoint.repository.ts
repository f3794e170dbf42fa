import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Clock, isUuid, notFound, uuidv7 } from '@app/kernel';
import { IsNull, Repository } from 'typeorm';
import type { MerchantApp } from '../apps/merchant-app.aggregate';
import { type EndpointSettings, WebhookEndpoint } from './webhook-endpoint.aggregate';
import { OwnerLimitsService } from '../apps/owner-limits.service';
import { WEBHOOK_SECRET } from './webhook-secret.policy';

/** Whose endpoints a caller sees: all of an account, or only those of one of its apps. */
export interface EndpointOwner {
  ownerId: string;
  /** null: all apps of the account. */
  appId: string | null;
}

/** Stores endpoints and their signing secrets. */
@Injectable()
export class WebhookEndpointRepository extends AggregateStore<WebhookEndpoint> {
  constructor(
    @InjectRepository(WebhookEndpoint) rows: Repository<WebhookEndpoint>,
    unit: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly limits: OwnerLimitsService,
    sealedColumns: SealedColumnsService,
  ) {
    super(rows, unit);
    for (const column of ['secret_ciphertext', 'old_secret_ciphertext'])
      sealedColumns.register({ table: 'webhook_endpoints', column, purpose: WEBHOOK_SECRET });
  }

  /** Stages a new endpoint of the app with a secret of its own. Throws LIMIT_REACHED. */
  async openEndpoint(
    app: MerchantApp,
    url: string | null,
    events: string[],
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const now = this.clock.now();
    const id = uuidv7(now);
    if (url !== null) await this.limits.forEndpoint({ ...app, id });
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

  /** Stages changed settings. Throws LIMIT_REACHED if they give it an address beside too many others. */
  async change(endpoint: WebhookEndpoint, settings: Partial<EndpointSettings>): Promise<void> {
    if (endpoint.url === null && settings.url != null) await this.limits.forEndpoint(endpoint);
    endpoint.change(settings);
    this.save(endpoint);
  }

  async ownedBy({ ownerId, appId }: EndpointOwner, id: string): Promise<WebhookEndpoint> {
    const endpoint = isUuid(id) ? await this.findOneBy({ id, ownerId, ...(appId && { appId }) }) : null;
    if (!endpoint) throw notFound('Webhook endpoint');
    return endpoint;
  }

  remove({ id, version }: WebhookEndpoint): void {
    this.unit.stage({
      sql: 'DELETE FROM webhook_endpoints WHERE id = $1 AND version = $2',
      parameters: [id, version],
      expectedRows: 1,
    });
  }

  /** Stages the removal of all endpoints of an account. */
  removeAll(ownerId: string): void {
    this.unit.stage({ sql: 'DELETE FROM webhook_endpoints WHERE owner_id = $1', parameters: [ownerId] });
  }
}
