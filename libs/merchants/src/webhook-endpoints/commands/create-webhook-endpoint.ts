import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { limitReached } from '../../merchant.errors';
import { MerchantApps } from '../../merchant-app.repository';
import type { EndpointSettings, WebhookEndpoint } from '../webhook-endpoint.aggregate';
import { WebhookEndpointStore } from '../webhook-endpoint.repository';

/** Each event goes to all of them. */
const MAX_ENDPOINTS = 50;

export interface CreatedEndpoint {
  endpoint: WebhookEndpoint;
  /** Shown only once. */
  secret: string;
}

/** Registers an address for an app's events. The first one takes over the endpoint that was made with the app. */
export class CreateWebhookEndpoint extends Command<CreatedEndpoint> {
  constructor(
    readonly ownerId: string,
    readonly appId: string,
    readonly settings: EndpointSettings,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhookEndpoint)
export class CreateWebhookEndpointHandler implements ICommandHandler<CreateWebhookEndpoint> {
  constructor(
    private readonly apps: MerchantApps,
    private readonly endpoints: WebhookEndpointStore,
  ) {}

  async execute({ ownerId, appId, settings }: CreateWebhookEndpoint): Promise<CreatedEndpoint> {
    const app = await this.apps.ownedBy(ownerId, appId);
    app.assertNotRevoked();
    const waiting = await this.endpoints.waitingOf(appId);
    if (waiting) {
      waiting.change(settings);
      this.endpoints.save(waiting);
      return { endpoint: waiting, secret: this.endpoints.secretOf(waiting) };
    }
    if ((await this.endpoints.countOf(appId)) >= MAX_ENDPOINTS)
      throw limitReached('endpoints per app', MAX_ENDPOINTS);
    return this.endpoints.openEndpoint(app, settings.url, settings.events);
  }
}
