import { Body, Query } from '@nestjs/common';
import { By, type Caller, GetAction, type Page, PostAction, WireController } from '@app/http';
import {
  DeliveriesQuery,
  DeliveryQuery,
  EndpointQuery,
  ListEndpointsQuery,
  RedeliverBody,
} from './deliveries.dto';
import type { DeliveryView } from './deliveries.queries';
import { EndpointDeliveriesService } from './endpoint-deliveries.service';
import { Redeliver, type RedeliveryResult } from './flows/redeliver';

const ACCESS = {
  credentials: ['session', 'secret-key'],
  scope: 'webhooks:manage',
  team: 'webhooks',
} as const;

/** `business.php?section=webhooks`: health of endpoints, their deliveries, and redelivery. */
@WireController('business.php')
export class DeliveriesController {
  constructor(
    private readonly endpoints: EndpointDeliveriesService,
    private readonly redelivery: Redeliver,
  ) {}

  @GetAction('webhooks/list', {
    summary: 'Registered endpoints and how they do',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  list(@By() caller: Caller, @Query() { app_id }: ListEndpointsQuery) {
    return this.endpoints.list(caller, app_id ?? null);
  }

  @GetAction('webhooks/detail', {
    summary: 'One endpoint and how it does',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  detail(@By() caller: Caller, @Query() { id }: EndpointQuery) {
    return this.endpoints.detail(caller, id);
  }

  @GetAction('webhooks/deliveries', {
    summary: 'What was sent to an endpoint: every try with status, time and the beginning of the answer',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  sent(@By() caller: Caller, @Query() query: DeliveriesQuery): Promise<Page<DeliveryView>> {
    return this.endpoints.sent(caller, query);
  }

  @GetAction('webhooks/delivery', {
    summary: 'One delivery with the text that is sent, and the last answer',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  delivery(@By() caller: Caller, @Query() { id }: DeliveryQuery) {
    return this.endpoints.delivery(caller, id);
  }

  @PostAction('webhooks/redeliver', {
    summary: 'Send a delivery again at once, under the same event id',
    rate: 'inquiry',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  redeliver(@By() caller: Caller, @Body() { delivery_id }: RedeliverBody): Promise<RedeliveryResult> {
    return this.redelivery.send(caller, delivery_id);
  }
}
