import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock } from '@app/kernel';
import { type EndpointOwner, WebhookEndpointRepository } from '../webhook-endpoint.repository';

export interface RotatedWebhookSecret {
  /** Shown only once. */
  secret: string;
  oldSecretExpiresAt: Date;
}

/**
 * Gives an endpoint a new signing secret; the one before signs beside it until its grace ends. At most two sign at a
 * time: whatever was in grace already ends.
 */
export class RotateWebhookSecret extends Command<RotatedWebhookSecret> {
  constructor(
    readonly owner: EndpointOwner,
    readonly id: string,
    readonly graceHours: number,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ owner, id, graceHours }: RotateWebhookSecret): Promise<RotatedWebhookSecret> {
    const endpoint = await this.endpoints.ownedBy(owner, id);
    const { secret, sealed } = this.endpoints.newSecret(endpoint.id);
    const oldSecretExpiresAt = addSeconds(this.clock.now(), graceHours * 3600);
    endpoint.rotate(sealed, graceHours > 0 ? oldSecretExpiresAt : null);
    this.endpoints.save(endpoint);
    return { secret, oldSecretExpiresAt };
  }
}
