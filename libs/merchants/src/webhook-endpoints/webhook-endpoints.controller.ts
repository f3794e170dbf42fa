import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { EgressPolicy } from '@app/egress';
import {
  By,
  Context,
  type Caller,
  DeleteAction,
  ownerOf,
  type Policy,
  PostAction,
  WireController,
} from '@app/http';
import { invalid, notFound } from '@app/kernel';
import { CreateWebhookEndpoint } from './commands/create-webhook-endpoint';
import { DeleteWebhookEndpoint } from './commands/delete-webhook-endpoint';
import { RotateWebhookSecret } from './commands/rotate-webhook-secret';
import { UpdateWebhookEndpoint } from './commands/update-webhook-endpoint';
import {
  CreateEndpointDto,
  EndpointIdDto,
  RotateWebhookSecretDto,
  UpdateEndpointDto,
} from './webhook-endpoint.dto';
import { appOf } from './webhook-endpoint.queries';
import { normalEvents } from './webhook-events.policy';

const DEFAULT_GRACE_HOURS = 24;

const ACCESS = {
  credentials: ['session', 'secret-key'],
  scope: 'webhooks:manage',
} as const satisfies Partial<Policy>;

/** `business.php?section=webhooks`. A key manages the endpoints of its own app. */
@WireController('business.php')
export class WebhookEndpointsController {
  constructor(
    private readonly commands: Commands,
    private readonly egress: EgressPolicy,
  ) {}

  @PostAction('webhooks/create', { summary: 'Register an endpoint; its secret is shown once', ...ACCESS })
  async create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateEndpointDto) {
    if ((appOf(caller) ?? body.app_id) !== body.app_id) throw notFound('App');
    await this.egress.assertAllowedUrl(body.url);
    const settings = { url: body.url, events: normalEvents(body.events) };
    const command = new CreateWebhookEndpoint(ownerOf(caller), body.app_id, settings);
    return this.commands.answer(context, command, ({ endpoint, secret }) => ({
      id: endpoint.id,
      webhook_id: endpoint.id,
      app_id: endpoint.appId,
      ...settings,
      secret,
      created_at: endpoint.createdAt,
    }));
  }

  @PostAction('webhooks/update', {
    summary: 'Change address or events, stop or resume deliveries',
    ...ACCESS,
  })
  async update(@By() caller: Caller, @Context() context: RequestContext, @Body() body: UpdateEndpointDto) {
    const { id, url, events, active } = body;
    if (url != null) await this.egress.assertAllowedUrl(url);
    const changes = {
      ...(url != null && { url }),
      ...(events != null && { events: normalEvents(events) }),
      ...(active != null && { active }),
    };
    const command = new UpdateWebhookEndpoint(endpointOwner(caller), id, changes);
    return this.commands.answer(context, command, () => ({ message: 'Webhook endpoint updated.', id }));
  }

  @PostAction('webhooks/rotate-secret', {
    summary: 'Issue a new signing secret, shown once; the old one signs beside it for a while',
    pin: true,
    ...ACCESS,
  })
  rotateSecret(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Body() body: RotateWebhookSecretDto,
  ) {
    const graceHours = body.grace_hours ?? DEFAULT_GRACE_HOURS;
    const command = new RotateWebhookSecret(endpointOwner(caller), body.id, graceHours);
    return this.commands.answer(context, command, ({ secret, oldSecretExpiresAt }) => ({
      id: body.id,
      secret,
      grace_hours: graceHours,
      old_secret_expires_at: oldSecretExpiresAt,
    }));
  }

  @DeleteAction('webhooks/delete', { summary: 'Remove an endpoint', ...ACCESS })
  remove(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Query() { id: inQuery }: EndpointIdDto,
    @Body() { id: inBody }: EndpointIdDto,
  ) {
    const id = inQuery ?? inBody;
    if (id == null) throw invalid('id', 'id must be given, in the query or in the body.');
    if (inBody != null && inBody !== id) throw invalid('id', 'The ids in query and body differ.');
    const command = new DeleteWebhookEndpoint(endpointOwner(caller), id);
    return this.commands.answer(context, command, () => ({ message: 'Webhook endpoint removed.', id }));
  }
}

function endpointOwner(caller: Caller) {
  return { ownerId: ownerOf(caller), appId: appOf(caller) };
}
