import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import {
  type AccountInMode,
  type AppEndpoint,
  type DeliveryEndpoint,
  type Destination,
  DisableWebhookEndpoint,
  WebhookEndpointQueries,
} from '@app/merchants';
import type { PoolClient } from 'pg';
import { EndpointDirectory } from './endpoint-directory.port';

/** Reads the endpoints that merchants configure for their apps. */
@Injectable()
export class MerchantEndpointDirectoryService extends EndpointDirectory {
  constructor(
    private readonly endpoints: WebhookEndpointQueries,
    private readonly commands: Commands,
  ) {
    super();
  }

  appsOf(accounts: readonly AccountInMode[], tx: PoolClient): Promise<AppEndpoint[]> {
    return this.endpoints.appsOf(accounts, tx);
  }

  endpointsOf(appId: string, tx: PoolClient): Promise<(DeliveryEndpoint & AccountInMode)[]> {
    return this.endpoints.activeOf(appId, tx);
  }

  destinationsOf(endpointIds: readonly string[]): Promise<Destination[]> {
    return this.endpoints.destinationsOf(endpointIds);
  }

  async disable(endpointId: string, failingSince: Date): Promise<void> {
    await this.commands.execute(new DisableWebhookEndpoint(endpointId, failingSince));
  }
}
