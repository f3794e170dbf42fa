import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import type { Mode } from '@app/kernel';
import { CreateApp } from './commands/create-app';
import { MerchantAppRepository } from './apps/merchant-app.repository';
import { UpdateWebhookEndpoint } from './webhook-endpoints/commands/update-webhook-endpoint';
import { ALL_EVENTS } from './webhook-endpoints/webhook-events.policy';
import { WebhookEndpointRepository } from './webhook-endpoints/webhook-endpoint.repository';

export interface DemoMerchantApp {
  ownerId: string;
  mode: Mode;
  name: string;
  webhookUrl?: string;
}

/** An app's keys; null where the app existed before, because only their hashes are stored. */
export interface EnsuredApp {
  appId: string;
  publicKey: string | null;
  secretKey: string | null;
  checkoutPublicKey: string | null;
  checkoutSecretKey: string | null;
  webhookId: string | null;
  webhookSecret: string | null;
}

/** Demo and test apps. */
@Injectable()
export class SeedMerchantsService {
  constructor(
    private readonly commands: Commands,
    private readonly apps: MerchantAppRepository,
    private readonly endpoints: WebhookEndpointRepository,
  ) {}

  /**
   * Moves the app's endpoint of that path to the host that it is served by now, and switches it on. Does nothing where the
   * app has none.
   */
  async moveEndpoint(appId: string, url: string): Promise<void> {
    const { pathname } = new URL(url);
    for (const endpoint of await this.endpoints.findBy({ appId })) {
      const { id, ownerId } = endpoint;
      const isMoved =
        endpoint.url !== null && new URL(endpoint.url).pathname === pathname && endpoint.url !== url;
      if (isMoved)
        await this.commands.execute(new UpdateWebhookEndpoint({ ownerId, appId }, id, { url, active: true }));
    }
  }

  /** Makes sure that the owner has an app of this name and mode; a live one needs an approved business verification. */
  async ensureApp({ ownerId, mode, name, webhookUrl }: DemoMerchantApp): Promise<EnsuredApp> {
    const existing = await this.apps.findOneBy({ ownerId, mode, name });
    if (existing) {
      const keys = { publicKey: null, secretKey: null, checkoutPublicKey: null, checkoutSecretKey: null };
      return { appId: existing.id, ...keys, webhookId: null, webhookSecret: null };
    }
    const open = { scopes: null, allowedIps: [], allowedOrigins: [], rateLimitPerMin: null };
    const settings = { name, ...open, successUrl: null, cancelUrl: null };
    const webhook = { url: webhookUrl ?? null, events: [ALL_EVENTS] };
    const { app, ...created } = await this.commands.execute(
      new CreateApp({ ownerId, mode, settings, webhook }),
    );
    const { publicKey, secretKey, checkoutPublicKey, checkoutSecretKey, webhookId, webhookSecret } = created;
    return {
      appId: app.id,
      publicKey,
      secretKey,
      checkoutPublicKey,
      checkoutSecretKey,
      webhookId,
      webhookSecret,
    };
  }
}
