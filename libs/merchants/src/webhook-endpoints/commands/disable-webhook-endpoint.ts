import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { WebhookEndpointStore } from '../webhook-endpoint.repository';

/** Stops deliveries to an endpoint that has done nothing but fail since, and tells its owner. One that is gone is left alone. */
export class DisableWebhookEndpoint extends Command<void> {
  constructor(
    readonly id: string,
    readonly failingSince: Date,
  ) {
    super();
  }
}

@CommandHandler(DisableWebhookEndpoint)
export class DisableWebhookEndpointHandler implements ICommandHandler<DisableWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpointStore,
    private readonly clock: Clock,
  ) {}

  async execute({ id, failingSince }: DisableWebhookEndpoint): Promise<void> {
    const endpoint = await this.endpoints.findOneBy({ id });
    if (!endpoint || endpoint.disabledAt) return;
    endpoint.giveUp(this.clock.now(), failingSince);
    this.endpoints.save(endpoint);
  }
}
