import { Body, Query } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import {
  type AppCaller,
  By,
  Context,
  DeleteAction,
  GetAction,
  type Policy,
  PostAction,
  WireController,
} from '@app/http';
import {
  CreateOwnEndpointDto,
  EndpointActionsService,
  EndpointIdDto,
  RotateWebhookSecretDto,
  UpdateEndpointDto,
} from '@app/merchants';
import {
  DeliveriesQuery,
  DeliveryQuery,
  EndpointQuery,
  ListEndpointsQuery,
  RedeliverBody,
} from './deliveries/deliveries.dto';
import { EndpointDeliveriesService } from './deliveries/endpoint-deliveries.service';
import { Redeliver } from './deliveries/flows/redeliver';
import { EndpointReplaysService } from './replays/endpoint-replays.service';
import { ReplayBody, ReplaysQuery } from './replays/replays.dto';
import { SendTestPing } from './pings/flows/send-test-ping';
import { TestWebhook } from './pings/webhook-test.controller';

const ACCESS = { credentials: ['secret-key'], scope: 'webhooks:manage' } as const satisfies Partial<Policy>;

/**
 * `webhooks.php` of the sandbox: the actions of `business.php?section=webhooks` for test keys, which may only read on
 * the business host. A key manages the endpoints of its own app.
 */
@WireController('webhooks.php')
export class SandboxWebhooksController {
  constructor(
    private readonly actions: EndpointActionsService,
    private readonly deliveries: EndpointDeliveriesService,
    private readonly redelivery: Redeliver,
    private readonly replays: EndpointReplaysService,
    private readonly pings: SendTestPing,
  ) {}

  @GetAction('list', { summary: 'Registered endpoints and how they do', ...ACCESS, refusals: ['NOT_FOUND'] })
  list(@By() caller: AppCaller, @Query() { app_id }: ListEndpointsQuery) {
    return this.deliveries.list(caller, app_id ?? null);
  }

  @GetAction('detail', { summary: 'One endpoint and how it does', ...ACCESS, refusals: ['NOT_FOUND'] })
  detail(@By() caller: AppCaller, @Query() { id }: EndpointQuery) {
    return this.deliveries.detail(caller, id);
  }

  @PostAction('create', {
    summary: 'Register an endpoint; its secret is shown once',
    ...ACCESS,
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  create(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: CreateOwnEndpointDto) {
    return this.actions.create(caller, context, body);
  }

  @PostAction('update', {
    summary: 'Change address or events, stop or resume deliveries',
    ...ACCESS,
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  update(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: UpdateEndpointDto) {
    return this.actions.update(caller, context, body);
  }

  @PostAction('rotate-secret', {
    summary: 'Issue a new signing secret, shown once; the old one signs beside it for a while',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  rotateSecret(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() body: RotateWebhookSecretDto,
  ) {
    return this.actions.rotateSecret(caller, context, body);
  }

  @DeleteAction('delete', { summary: 'Remove an endpoint', ...ACCESS, refusals: ['NOT_FOUND'] })
  remove(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Query() query: EndpointIdDto,
    @Body() body: EndpointIdDto,
  ) {
    return this.actions.remove(caller, context, query, body);
  }

  @PostAction('test', {
    summary: 'Send a signed test.ping to an endpoint and report what it answered',
    rate: 'inquiry',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  test(@By() caller: AppCaller, @Body() { id }: TestWebhook) {
    return this.pings.send(caller, id);
  }

  @GetAction('deliveries', {
    summary: 'What was sent to an endpoint: every try with status, time and the beginning of the answer',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  sent(@By() caller: AppCaller, @Query() query: DeliveriesQuery) {
    return this.deliveries.sent(caller, query);
  }

  @GetAction('delivery', {
    summary: 'One delivery with the text that is sent, and the last answer',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  delivery(@By() caller: AppCaller, @Query() { id }: DeliveryQuery) {
    return this.deliveries.delivery(caller, id);
  }

  @PostAction('redeliver', {
    summary: 'Send a delivery again at once, under the same event id',
    rate: 'inquiry',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  redeliver(@By() caller: AppCaller, @Body() { delivery_id }: RedeliverBody) {
    return this.redelivery.send(caller, delivery_id);
  }

  @PostAction('replay', {
    summary: 'Send events of a past time to an endpoint again, in order, in the background',
    ...ACCESS,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  replay(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: ReplayBody) {
    return this.replays.start(caller, context, body);
  }

  @GetAction('replays', {
    summary: 'Replays to an endpoint and how far they are',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  listReplays(@By() caller: AppCaller, @Query() { webhook_id }: ReplaysQuery) {
    return this.replays.list(caller, webhook_id);
  }
}
