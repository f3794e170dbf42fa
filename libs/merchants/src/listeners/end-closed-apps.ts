import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { ApiKeysService } from '../apps/api-keys.service';
import { MerchantAppRepository } from '../apps/merchant-app.repository';
import { WebhookEndpointRepository } from '../webhook-endpoints/webhook-endpoint.repository';

/** Apps, keys and endpoints end with the account. */
@EventsHandler(AccountClosed)
@InTransaction()
export class EndClosedApps implements IEventHandler<AccountClosed> {
  constructor(
    private readonly apps: MerchantAppRepository,
    private readonly keys: ApiKeysService,
    private readonly endpoints: WebhookEndpointRepository,
  ) {}

  handle({ data: { userId } }: AccountClosed): void {
    this.apps.revokeAll(userId);
    this.keys.endAll(userId);
    this.endpoints.removeAll(userId);
  }
}
