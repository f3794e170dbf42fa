import type { CreateAppDto, UpdateAppDto } from './app.dto';
import type { CreatedApp } from './commands/create-app';
import type { AppSettings } from './apps/merchant-app.aggregate';

type Fields = Omit<CreateAppDto, 'app_name' | 'mode'> & { app_name: string };

export function settingsOf(fields: Fields): AppSettings {
  return {
    name: fields.app_name,
    scopes: fields.scopes?.length ? distinct(fields.scopes) : null,
    allowedIps: distinct(fields.allowed_ips ?? []),
    allowedOrigins: distinct((fields.allowed_origins ?? []).map((text) => new URL(text).origin)),
    rateLimitPerMin: fields.rate_limit_per_min ?? null,
    successUrl: fields.success_url ?? null,
    cancelUrl: fields.cancel_url ?? null,
  };
}

/** The settings that `fields` names; null takes a limit away, but an app has a name. */
export function changesOf({ app_name, ...fields }: UpdateAppDto): Partial<AppSettings> {
  const all = settingsOf({ ...fields, app_name: app_name ?? '' });
  return {
    ...(app_name != null && { name: app_name }),
    ...(fields.scopes !== undefined && { scopes: all.scopes }),
    ...(fields.allowed_ips !== undefined && { allowedIps: all.allowedIps }),
    ...(fields.allowed_origins !== undefined && { allowedOrigins: all.allowedOrigins }),
    ...(fields.rate_limit_per_min !== undefined && { rateLimitPerMin: all.rateLimitPerMin }),
    ...(fields.success_url !== undefined && { successUrl: all.successUrl }),
    ...(fields.cancel_url !== undefined && { cancelUrl: all.cancelUrl }),
  };
}

/** A new app for its owner: the only time that its secrets are shown. */
export function createdAppView({ app, ...created }: CreatedApp) {
  return {
    app_id: app.id,
    app_name: app.name,
    mode: app.mode,
    public_key: created.publicKey,
    secret_key: created.secretKey,
    ...(created.checkoutPublicKey && { checkout_public_key: created.checkoutPublicKey }),
    ...(created.checkoutSecretKey && { checkout_secret_key: created.checkoutSecretKey }),
    webhook_id: created.webhookId,
    webhook_secret: created.webhookSecret,
    webhook_url: created.webhookUrl,
    webhook_events: created.webhookEvents,
    scopes: app.scopes,
    allowed_ips: app.allowedIps,
    allowed_origins: app.allowedOrigins,
    rate_limit_per_min: app.rateLimitPerMin,
    success_url: app.successUrl,
    cancel_url: app.cancelUrl,
    created_at: app.createdAt,
  };
}

function distinct(items: string[]): string[] {
  return [...new Set(items)];
}
