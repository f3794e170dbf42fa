import { Injectable } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { EgressPolicy } from '@app/egress';
import { type Caller, ownerOf } from '@app/http';
import { invalid, notFound } from '@app/kernel';
import { CreateWebhookEndpoint } from './commands/create-webhook-endpoint';
import { DeleteWebhookEndpoint } from './commands/delete-webhook-endpoint';
import { RotateWebhookSecret } from './commands/rotate-webhook-secret';
import { UpdateWebhookEndpoint } from './commands/update-webhook-endpoint';
import type {
  CreateOwnEndpointDto,
  EndpointIdDto,
  RotateWebhookSecretDto,
  UpdateEndpointDto,
} from './webhook-endpoint.dto';
import { appOf } from './webhook-endpoint.queries';
import type { EndpointOwner } from './webhook-endpoint.repository';
import { normalEvents } from './webhook-events.policy';

const DEFAULT_GRACE_HOURS = 24;

/** What callers do with endpoints, on the business host and on the sandbox host. A key manages those of its own app. */
@Injectable()
export class EndpointActionsService {
  constructor(
    private readonly commands: Commands,
    private readonly egress: EgressPolicy,
  ) {}

  async create(caller: Caller, context: RequestContext, body: CreateOwnEndpointDto) {
    const appId = body.app_id ?? appOf(caller);
    if (appId === null || (appOf(caller) ?? appId) !== appId) throw notFound('App');
    await this.egress.assertAllowedUrl(body.url);
    const settings = { url: body.url, events: normalEvents(body.events) };
    const command = new CreateWebhookEndpoint(ownerOf(caller), appId, settings);
    return this.commands.answer(context, command, ({ endpoint, secret }) => ({
      id: endpoint.id,
      webhook_id: endpoint.id,
      app_id: endpoint.appId,
      ...settings,
      secret,
      created_at: endpoint.createdAt,
    }));
  }

  async update(caller: Caller, context: RequestContext, body: UpdateEndpointDto) {
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

  rotateSecret(caller: Caller, context: RequestContext, body: RotateWebhookSecretDto) {
    const graceHours = body.grace_hours ?? DEFAULT_GRACE_HOURS;
    const command = new RotateWebhookSecret(endpointOwner(caller), body.id, graceHours);
    return this.commands.answer(context, command, ({ secret, oldSecretExpiresAt }) => ({
      id: body.id,
      secret,
      grace_hours: graceHours,
      old_secret_expires_at: oldSecretExpiresAt,
    }));
  }

  remove(
    caller: Caller,
    context: RequestContext,
    { id: inQuery }: EndpointIdDto,
    { id: inBody }: EndpointIdDto,
  ) {
    const id = inQuery ?? inBody;
    if (id == null) throw invalid('id', 'id must be given, in the query or in the body.');
    if (inBody != null && inBody !== id) throw invalid('id', 'The ids in query and body differ.');
    const command = new DeleteWebhookEndpoint(endpointOwner(caller), id);
    return this.commands.answer(context, command, () => ({ message: 'Webhook endpoint removed.', id }));
  }
}

function endpointOwner(caller: Caller): EndpointOwner {
  return { ownerId: ownerOf(caller), appId: appOf(caller) };
}
