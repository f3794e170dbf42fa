import { Body, Query } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { By, Context, type Caller, DeleteAction, type Policy, PostAction, WireController } from '@app/http';
import { EndpointActionsService } from './endpoint-actions.service';
import {
  CreateEndpointDto,
  EndpointIdDto,
  RotateWebhookSecretDto,
  UpdateEndpointDto,
} from './webhook-endpoint.dto';

const ACCESS = {
  credentials: ['session', 'secret-key'],
  team: 'webhooks',
  scope: 'webhooks:manage',
} as const satisfies Partial<Policy>;

/** `business.php?section=webhooks`. A key manages the endpoints of its own app. */
@WireController('business.php')
export class WebhookEndpointsController {
  constructor(private readonly actions: EndpointActionsService) {}

  @PostAction('webhooks/create', {
    summary: 'Register an endpoint; its secret is shown once',
    ...ACCESS,
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateEndpointDto) {
    return this.actions.create(caller, context, body);
  }

  @PostAction('webhooks/update', {
    summary: 'Change address or events, stop or resume deliveries',
    ...ACCESS,
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  update(@By() caller: Caller, @Context() context: RequestContext, @Body() body: UpdateEndpointDto) {
    return this.actions.update(caller, context, body);
  }

  @PostAction('webhooks/rotate-secret', {
    summary: 'Issue a new signing secret, shown once; the old one signs beside it for a while',
    pin: true,
    sendsMoney: false,
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  rotateSecret(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Body() body: RotateWebhookSecretDto,
  ) {
    return this.actions.rotateSecret(caller, context, body);
  }

  @DeleteAction('webhooks/delete', { summary: 'Remove an endpoint', ...ACCESS, refusals: ['NOT_FOUND'] })
  remove(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Query() query: EndpointIdDto,
    @Body() body: EndpointIdDto,
  ) {
    return this.actions.remove(caller, context, query, body);
  }
}
