import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { InTransaction } from '@app/write-path';
import { ApiKeys } from '../apps/api-keys.service';
import { MerchantApps } from '../apps/merchant-app.repository';
import { WebhookEndpointStore } from '../webhook-endpoints/webhook-endpoint.repository';

/** Apps, keys and endpoints end with the account. */
@EventsHandler(AccountClosed)
@InTransaction()
export class EndClosedApps implements IEventHandler<AccountClosed> {
  constructor(
    private readonly apps: MerchantApps,
    private readonly keys: ApiKeys,
    private readonly endpoints: WebhookEndpointStore,
  ) {}

  handle({ data: { userId } }: AccountClosed): void {
    this.apps.revokeAll(userId);
    this.keys.endAll(userId);
    this.endpoints.removeAll(userId);
  }
}
