import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { EgressPolicy } from '@app/egress';
import {
  assertCapability,
  By,
  Context,
  GetAction,
  PostAction,
  type UserCaller,
  WireController,
} from '@app/http';
import { AppQueries, type AppView } from './apps/app.queries';
import { CreateAppDto, RevokeAppDto, RotateSecretDto, UpdateAppDto } from './app.dto';
import { changesOf, createdAppView, settingsOf } from './app.view';
import { CreateApp } from './commands/create-app';
import { RevokeApp } from './apps/commands/revoke-app';
import { RotateSecret } from './apps/commands/rotate-secret';
import { UpdateApp } from './apps/commands/update-app';
import { normalEvents } from './webhook-endpoints/webhook-events.policy';

const DEFAULT_GRACE_HOURS = 24;

/** `business.php?section=apps`. Keys never make or change keys: people alone come here. */
@WireController('business.php')
export class AppsController {
  constructor(
    private readonly commands: Commands,
    private readonly apps: AppQueries,
    private readonly egress: EgressPolicy,
  ) {}

  @PostAction('apps/create', {
    summary: 'Create an app with its keys, shown once',
    credentials: ['session'],
    team: 'apps:test',
    refusals: ['KYC_REQUIRED', 'LIMIT_REACHED'],
  })
  async create(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: CreateAppDto) {
    const { accountId: ownerId, sessionId } = caller;
    const { mode, webhook_url: url = null, webhook_events: events } = body;
    if (mode === 'live') assertCapability(caller, 'apps:live');
    if (url !== null) await this.egress.assertAllowedUrl(url, 'webhook_url');
    const webhook = { url, events: normalEvents(events) };
    const command = new CreateApp({ ownerId, sessionId, mode, settings: settingsOf(body), webhook });
    return this.commands.answer(context, command, createdAppView);
  }

  @GetAction('apps/list', {
    summary: 'Apps of the account',
    credentials: ['session'],
    team: 'apps:test',
  })
  list(@By() { accountId }: UserCaller): Promise<AppView[]> {
    return this.apps.list(accountId);
  }

  @PostAction('apps/update', {
    summary: 'Change scopes, allow-lists and rate limit',
    credentials: ['session'],
    team: 'apps:test',
    pin: true,
    sendsMoney: false,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  update(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: UpdateAppDto) {
    const command = new UpdateApp(caller, body.app_id, changesOf(body));
    return this.commands.answer(context, command, () => ({ message: 'App updated.', app_id: body.app_id }));
  }

  @PostAction('apps/rotate-secret', {
    summary: 'Issue a new secret key, shown once',
    credentials: ['session'],
    team: 'apps:test',
    pin: true,
    sendsMoney: false,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  rotateSecret(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RotateSecretDto) {
    const { app_id, grace_hours } = body;
    const graceHours = grace_hours ?? DEFAULT_GRACE_HOURS;
    return this.commands.answer(context, new RotateSecret(caller, app_id, graceHours), (rotated) => ({
      app_id,
      secret_key: rotated.secretKey,
      ...(rotated.checkoutSecretKey && { checkout_secret_key: rotated.checkoutSecretKey }),
      grace_hours: graceHours,
      old_key_expires_at: rotated.oldKeyExpiresAt,
    }));
  }

  @PostAction('apps/revoke', {
    summary: 'End an app and its keys for good',
    credentials: ['session'],
    team: 'apps:test',
    pin: true,
    sendsMoney: false,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  revoke(@By() caller: UserCaller, @Context() context: RequestContext, @Body() { app_id }: RevokeAppDto) {
    return this.commands.answer(context, new RevokeApp(caller, app_id), () => ({
      message: 'App revoked.',
      app_id,
    }));
  }
}
