import type { Config } from '@app/config';
import type { Caller, PublicKeyCaller } from './caller';

/** Pages on the developer's own machine, on any port. */
const LOOPBACK = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;
/** The same as sources of a content security policy, which knows no IPv6 addresses. */
export const LOOPBACK_SOURCES = ['localhost:*', '*.localhost:*', '127.0.0.1:*'].flatMap((host) => [
  `http://${host}`,
  `https://${host}`,
]);

/**
 * Whether the app names this origin, or need not: the origin of the host itself, and of test apps every page on the
 * developer's own machine. Pages of such origins can show the payment page in a frame.
 */
export function isOwnOrigin(
  { allowedOrigins, mode }: PublicKeyCaller,
  origin: string | undefined,
  { urls }: Pick<Config, 'urls'>,
): boolean {
  if (origin === undefined) return false;
  if (allowedOrigins.includes(origin) || (mode === 'test' && LOOPBACK.test(origin))) return true;
  return origin === new URL(mode === 'test' ? urls.sandbox : urls.checkout).origin;
}

/** Whether pages of this origin may use the caller's public key. A key without a list allows all origins. */
export function isAllowedOrigin(
  caller: Caller,
  origin: string | undefined,
  config: Pick<Config, 'urls'>,
): boolean {
  if (caller.kind !== 'public-key' || caller.allowedOrigins.length === 0) return true;
  return isOwnOrigin(caller, origin, config);
}
