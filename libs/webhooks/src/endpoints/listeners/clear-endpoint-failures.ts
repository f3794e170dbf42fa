import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { InTransaction, UnitOfWork } from '@app/write-path';
import { WebhookEndpointDisabled, WebhookEndpointEnabled } from '@app/merchants';

/** An endpoint that was disabled, or is enabled again, has a clean record: its next failure is its first. */
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
