import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { EndpointSettings } from '../webhook-endpoint.aggregate';
import { type EndpointOwner, WebhookEndpointRepository } from '../webhook-endpoint.repository';

export interface EndpointChanges extends Partial<EndpointSettings> {
  active?: boolean;
}

/** Moves an endpoint to another address or other events; stops and resumes its deliveries. */
export class UpdateWebhookEndpoint extends Command<void> {
  constructor(
    readonly owner: EndpointOwner,
    readonly id: string,
    readonly changes: EndpointChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhookEndpoint)
export class UpdateWebhookEndpointHandler implements ICommandHandler<UpdateWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ owner, id, changes: { active, ...settings } }: UpdateWebhookEndpoint): Promise<void> {
    const endpoint = await this.endpoints.ownedBy(owner, id);
    if (active === true) endpoint.enable();
    if (active === false) endpoint.pause(this.clock.now());
    await this.endpoints.change(endpoint, settings);
  }
}
