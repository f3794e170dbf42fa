import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { WebhookEndpointStore } from '../webhook-endpoint-store';

/** Stops deliveries to an endpoint that has done nothing but fail. One that is gone is left alone. */
export class DisableWebhookEndpoint extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(DisableWebhookEndpoint)
export class DisableWebhookEndpointHandler implements ICommandHandler<DisableWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpointStore,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: DisableWebhookEndpoint): Promise<void> {
    const endpoint = await this.endpoints.findOneBy({ id });
    if (!endpoint || endpoint.disabledAt) return;
    endpoint.disable(this.clock.now());
    this.endpoints.save(endpoint);
  }
}
