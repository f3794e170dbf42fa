import { Injectable } from '@nestjs/common';
import { type Caller, ownerOf, type Page } from '@app/http';
import { isUuid, notFound } from '@app/kernel';
import { appOf, type EndpointView, WebhookEndpointQueries } from '@app/merchants';
import { type EndpointHealth, EndpointHealthQueries } from '../endpoints/endpoint-health.queries';
import type { DeliveriesQuery } from './deliveries.dto';
import { DeliveriesQueries, type DeliveryDetail, type DeliveryView } from './deliveries.queries';

/** What callers read of endpoints and their deliveries, on the business host and on the sandbox host. */
@Injectable()
export class EndpointDeliveriesService {
  constructor(
    private readonly endpoints: WebhookEndpointQueries,
    private readonly health: EndpointHealthQueries,
    private readonly deliveries: DeliveriesQueries,
  ) {}

  /** A key sees the endpoints of its own app. Throws NOT_FOUND if it asks for another. */
  async list(caller: Caller, appId: string | null): Promise<(EndpointView & EndpointHealth)[]> {
    const own = appOf(caller);
    if (own && appId && appId !== own) throw notFound('App');
    return this.health.withHealth(await this.endpoints.list(ownerOf(caller), own ?? appId));
  }

  async detail(caller: Caller, id: string): Promise<EndpointView & EndpointHealth> {
    const found = isUuid(id) ? await this.endpoints.list(ownerOf(caller), appOf(caller), id) : [];
    const [endpoint] = await this.health.withHealth(found);
    if (!endpoint) throw notFound('Webhook endpoint');
    return endpoint;
  }

  async sent(caller: Caller, query: DeliveriesQuery): Promise<Page<DeliveryView>> {
    await this.endpoints.byIdFor(caller, query.webhook_id);
    return this.deliveries.list(query);
  }

  async delivery(caller: Caller, id: string): Promise<DeliveryDetail> {
    const found = await this.deliveries.detail(ownerOf(caller), appOf(caller), id);
    if (!found) throw notFound('Delivery');
    return found;
  }
}
