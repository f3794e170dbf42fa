import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { WebhookEndpointRepository } from '../webhook-endpoint.repository';

/** Stops deliveries to an endpoint whose deliveries have all failed since, and notifies its owner. A deleted one is skipped. */
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
    private readonly endpoints: WebhookEndpointRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id, failingSince }: DisableWebhookEndpoint): Promise<void> {
    const endpoint = await this.endpoints.findOneBy({ id });
    if (!endpoint || endpoint.disabledAt) return;
    endpoint.giveUp(this.clock.now(), failingSince);
    this.endpoints.save(endpoint);
  }
}
