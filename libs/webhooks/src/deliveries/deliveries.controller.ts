import { Body, Query } from '@nestjs/common';
import { By, type Caller, GetAction, ownerOf, type Page, PostAction, WireController } from '@app/http';
import { isUuid, notFound } from '@app/kernel';
import { appOf, WebhookEndpoints } from '@app/merchants';
import { DeliveriesQuery, EndpointQuery, ListEndpointsQuery, RedeliverBody } from './deliveries.dto';
import { DeliveryQueries, type DeliveryView } from './deliveries.queries';
import { EndpointHealthQueries } from '../endpoints/endpoint-health.queries';
import { Redeliver, type RedeliveryResult } from './flows/redeliver';

const ACCESS = { credentials: ['session', 'secret-key'], scope: 'webhooks:manage' } as const;

/** `business.php?section=webhooks`: health of endpoints, their deliveries, and redelivery. */
@WireController('business.php')
export class DeliveriesController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly health: EndpointHealthQueries,
    private readonly deliveries: DeliveryQueries,
    private readonly redelivery: Redeliver,
  ) {}

  @GetAction('webhooks/list', { summary: 'Registered endpoints and how they do', ...ACCESS })
  async list(@By() caller: Caller, @Query() { app_id = null }: ListEndpointsQuery) {
    const own = appOf(caller);
    if (own && app_id && app_id !== own) throw notFound('App');
    return this.health.withHealth(await this.endpoints.list(ownerOf(caller), own ?? app_id));
  }

  @GetAction('webhooks/detail', { summary: 'One endpoint and how it does', ...ACCESS })
  async detail(@By() caller: Caller, @Query() { id }: EndpointQuery) {
    const found = isUuid(id) ? await this.endpoints.list(ownerOf(caller), appOf(caller), id) : [];
    const [endpoint] = await this.health.withHealth(found);
    if (!endpoint) throw notFound('Webhook endpoint');
    return endpoint;
  }

  @GetAction('webhooks/deliveries', {
    summary: 'What was sent to an endpoint: every try with status, time and the beginning of the answer',
    ...ACCESS,
  })
  async sent(@By() caller: Caller, @Query() query: DeliveriesQuery): Promise<Page<DeliveryView>> {
    const { webhook_id, status, event, page, per_page: perPage } = query;
    await this.endpoints.byIdFor(caller, webhook_id);
    return this.deliveries.list({ endpointId: webhook_id, status, event, page, perPage });
  }

  @PostAction('webhooks/redeliver', {
    summary: 'Send a delivery again at once, under the same event id',
    rate: 'lookup',
    ...ACCESS,
  })
  redeliver(@By() caller: Caller, @Body() { delivery_id }: RedeliverBody): Promise<RedeliveryResult> {
    return this.redelivery.send(caller, delivery_id);
  }
}
