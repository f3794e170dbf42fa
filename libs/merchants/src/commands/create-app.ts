import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService, SessionRepository, UserDirectoryQueries } from '@app/accounts';
import { Clock, type Mode, uuidv7 } from '@app/kernel';
import { ApiKeysService, type PublicKeys, type SecretKeys } from '../apps/api-keys.service';
import { type AppSettings, MerchantApp } from '../apps/merchant-app.aggregate';
import { kybRequired } from '../apps/merchant.errors';
import { MerchantAppRepository } from '../apps/merchant-app.repository';
import { OwnerLimitsService } from '../apps/owner-limits.service';
import type { EndpointSettings } from '../webhook-endpoints/webhook-endpoint.aggregate';
import { WebhookEndpointRepository } from '../webhook-endpoints/webhook-endpoint.repository';

export interface NewApp {
  ownerId: string;
  /** Of the owner, which must still be open when the app is stored; absent for seeded apps. */
  sessionId?: string;
  mode: Mode;
  settings: AppSettings;
  webhook: { url: EndpointSettings['url'] | null; events: string[] };
}

/** A new app with its keys and secrets, which are shown only once. */
export interface CreatedApp extends PublicKeys, SecretKeys {
  app: MerchantApp;
  webhookId: string;
  webhookSecret: string;
  webhookUrl: string | null;
  webhookEvents: string[];
}

/**
 * Makes an app with its keys and a webhook endpoint. Without an address the endpoint waits for one: the first that is
 * registered for the app takes it over, secret and all.
 */
export class CreateApp extends Command<CreatedApp> {
  constructor(readonly newApp: NewApp) {
    super();
  }
}

@CommandHandler(CreateApp)
export class CreateAppHandler implements ICommandHandler<CreateApp> {
  constructor(
    private readonly apps: MerchantAppRepository,
    private readonly limits: OwnerLimitsService,
    private readonly keys: ApiKeysService,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly provedEmails: ProvedEmailsService,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ newApp: { ownerId, sessionId, mode, settings, webhook } }: CreateApp): Promise<CreatedApp> {
    if (sessionId) this.sessions.holdOpen(sessionId);
    await this.provedEmails.assertProved(ownerId, 'create an app');
    const standing = await this.directory.standingOf(ownerId);
    const isVerified = standing?.kybStatus === 'approved';
    if (mode === 'live' && !isVerified) throw kybRequired();
    await this.limits.forApp(ownerId, isVerified);
    const now = this.clock.now();
    const app = MerchantApp.create(uuidv7(now), ownerId, mode, settings, now);
    this.apps.add(app);
    const { endpoint, secret } = await this.endpoints.openEndpoint(app, webhook.url, webhook.events);
    return {
      app,
      ...this.keys.issuePublic(app),
      ...this.keys.issueSecrets(app),
      webhookId: endpoint.id,
      webhookSecret: secret,
      webhookUrl: webhook.url,
      webhookEvents: webhook.events,
    };
  }
}
