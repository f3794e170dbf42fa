import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountReclaimed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { ApiKeysService } from '../apps/api-keys.service';
import { MerchantAppRepository } from '../apps/merchant-app.repository';
import { WebhookEndpointRepository } from '../webhook-endpoints/webhook-endpoint.repository';

/** Apps, keys and endpoints that were made before the owner proved the address end with the take-over. */
@EventsHandler(AccountReclaimed)
@InTransaction()
export class EndReclaimedApps implements IEventHandler<AccountReclaimed> {
  constructor(
    private readonly apps: MerchantAppRepository,
    private readonly keys: ApiKeysService,
    private readonly endpoints: WebhookEndpointRepository,
  ) {}

  handle({ data: { userId } }: AccountReclaimed): void {
    this.apps.revokeAll(userId);
    this.keys.endAll(userId);
    this.endpoints.removeAll(userId);
  }
}
