import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type EndpointOwner, WebhookEndpointRepository } from '../webhook-endpoint.repository';

/** Forgets an endpoint and its secret. */
export class DeleteWebhookEndpoint extends Command<void> {
  constructor(
    readonly owner: EndpointOwner,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhookEndpoint)
export class DeleteWebhookEndpointHandler implements ICommandHandler<DeleteWebhookEndpoint> {
  constructor(private readonly endpoints: WebhookEndpointRepository) {}

  async execute({ owner, id }: DeleteWebhookEndpoint): Promise<void> {
    this.endpoints.remove(await this.endpoints.ownedBy(owner, id));
  }
}
