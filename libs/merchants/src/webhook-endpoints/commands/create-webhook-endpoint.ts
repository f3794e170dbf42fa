import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock } from '@app/kernel';
import { MerchantAppRepository } from '../../apps/merchant-app.repository';
import type { EndpointSettings, WebhookEndpoint } from '../webhook-endpoint.aggregate';
import { WebhookEndpointRepository } from '../webhook-endpoint.repository';

/** How long the secret that was shown with the app signs beside the one that this command shows. */
const GRACE_SECONDS = 24 * 3600;

export interface CreatedEndpoint {
  endpoint: WebhookEndpoint;
  /** Shown only once. */
  secret: string;
}

/**
 * Registers an address for an app's events, with a new secret. The first one takes over the endpoint that was made with
 * the app, whose earlier secret signs beside the new one for a day.
 */
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
    private readonly apps: MerchantAppRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ ownerId, appId, settings }: CreateWebhookEndpoint): Promise<CreatedEndpoint> {
    const app = await this.apps.ownedBy(ownerId, appId);
    app.assertNotRevoked();
    const waiting = await this.endpoints.waitingOf(appId);
    if (!waiting) return this.endpoints.openEndpoint(app, settings.url, settings.events);
    const { secret, sealed } = this.endpoints.newSecret(waiting.id);
    waiting.rotate(sealed, addSeconds(this.clock.now(), GRACE_SECONDS));
    await this.endpoints.change(waiting, settings);
    return { endpoint: waiting, secret };
  }
}
