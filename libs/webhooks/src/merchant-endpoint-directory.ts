import { Injectable } from '@nestjs/common';
import { Commands } from '@app/database';
import {
  type AccountInMode,
  type AppEndpoint,
  DisableWebhookEndpoint,
  WebhookEndpoints,
} from '@app/merchants';
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

  appsOf(accounts: readonly AccountInMode[], tx: PoolClient): Promise<AppEndpoint[]> {
    return this.endpoints.appsOf(accounts, tx);
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
