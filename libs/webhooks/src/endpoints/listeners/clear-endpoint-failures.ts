import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InTransaction, UnitOfWork } from '@app/write-path';
import { WebhookEndpointDisabled, WebhookEndpointEnabled } from '@app/merchants';

/** Clears the failure record of an endpoint that is disabled or enabled again. */
@EventsHandler(WebhookEndpointDisabled, WebhookEndpointEnabled)
@InTransaction()
export class ClearEndpointFailures implements IEventHandler<
  WebhookEndpointDisabled | WebhookEndpointEnabled
> {
  constructor(private readonly unit: UnitOfWork) {}

  handle({ aggregateId }: WebhookEndpointDisabled | WebhookEndpointEnabled): void {
    this.unit.stage({
      sql: 'DELETE FROM webhook_endpoint_failures WHERE endpoint_id = $1',
      parameters: [aggregateId],
    });
  }
}
