import { Injectable } from '@nestjs/common';
import { Commands } from '@app/database';
import type { Mode } from '@app/kernel';
import { DisableWebhookEndpoint, WebhookEndpoints } from '@app/merchants';
import type { PoolClient } from 'pg';
import { EndpointDirectory, type WebhookEndpoint } from './endpoint-directory';

/** The endpoints merchants keep with their apps. */
@Injectable()
export class MerchantEndpointDirectory extends EndpointDirectory {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly commands: Commands,
  ) {
    super();
  }

  endpointsFor(ownerId: string, mode: Mode, tx?: PoolClient): Promise<WebhookEndpoint[]> {
    return this.endpoints.endpointsFor(ownerId, mode, tx);
  }

  find(endpointId: string): Promise<WebhookEndpoint | null> {
    return this.endpoints.find(endpointId);
  }

  secretsOf(endpointId: string): Promise<string[]> {
    return this.endpoints.secretsOf(endpointId);
  }

  async disable(endpointId: string): Promise<void> {
    await this.commands.execute(new DisableWebhookEndpoint(endpointId));
  }
}
