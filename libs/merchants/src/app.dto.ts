import {
  DisplayName,
  HttpUrl,
  Int,
  isAddressOrRange,
  isHttpUrl,
  ListOf,
  OneOf,
  Pin,
  SCOPES,
  Uuid,
} from '@app/http';
import type { Mode } from '@app/kernel';
import { Events } from './webhook-endpoints/webhook-endpoint.dto';

const MAX_LIST = 50;
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

const Scopes = () =>
  ListOf(
    (item) => (SCOPES as readonly unknown[]).includes(item),
    `scopes, each one of ${SCOPES.join(', ')}`,
    {
      max: MAX_LIST,
      optional: true,
      nullable: true,
      description: 'Absent, null or empty: full access',
    },
  );

const AllowedIps = () =>
  ListOf(isAddressOrRange, 'IPv4 or IPv6 addresses or CIDR ranges', {
    max: MAX_LIST,
    optional: true,
    nullable: true,
    description: 'Absent, null or empty: any address',
  });

const AllowedOrigins = () =>
  ListOf(isOrigin, 'origins such as https://shop.example', {
    max: MAX_LIST,
    optional: true,
    nullable: true,
    description: 'Where pages with the public key may come from; absent, null or empty: anywhere',
  });

const RatePerMinute = () =>
  Int({ min: 1, max: 100_000, optional: true, nullable: true, description: 'Beside the general limits' });

const ReturnUrl = () =>
  HttpUrl({
    optional: true,
    nullable: true,
    description: 'For checkout sessions that name no place of their own',
  });

export class CreateAppDto {
  @DisplayName({ max: 100 }) app_name: string;
  @OneOf(['live', 'test']) mode: Mode;
  @Scopes() scopes?: string[] | null;
  @AllowedIps() allowed_ips?: string[] | null;
  @AllowedOrigins() allowed_origins?: string[] | null;
  @RatePerMinute() rate_limit_per_min?: number | null;
  @ReturnUrl() success_url?: string | null;
  @ReturnUrl() cancel_url?: string | null;
  @HttpUrl({ optional: true }) webhook_url?: string;
  @Events() webhook_events?: string[] | null;
}

/** What is absent stays as it is; null takes a limit away. */
export class UpdateAppDto {
  @Uuid() app_id: string;
  @DisplayName({ max: 100, optional: true }) app_name?: string;
  @Scopes() scopes?: string[] | null;
  @AllowedIps() allowed_ips?: string[] | null;
  @AllowedOrigins() allowed_origins?: string[] | null;
  @RatePerMinute() rate_limit_per_min?: number | null;
  @ReturnUrl() success_url?: string | null;
  @ReturnUrl() cancel_url?: string | null;
  @Pin() pin?: string;
}

export class RotateSecretDto {
  @Uuid() app_id: string;
  @Int({
    min: 0,
    max: 72,
    optional: true,
    description: 'How long the old key still works; default 24, 0 ends it at once',
  })
  grace_hours?: number;
  @Pin() pin?: string;
}

export class RevokeAppDto {
  @Uuid() app_id: string;
  @Pin() pin?: string;
}

/** An http(s) URL that is nothing but its origin. */
function isOrigin(value: unknown): boolean {
  if (!isHttpUrl(value)) return false;
  const { hostname, pathname, search, hash } = new URL(value);
  // It is also written into the header that says who may frame the page: names alone, no wildcard, no separator.
  return PLAIN_HOST.test(hostname) && pathname === '/' && search === '' && hash === '' && !/[?#]/.test(value);
}
