import type { Config, HostName } from '@app/config';

/** Two years, as browsers ask for it before they list a domain. */
const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/**
 * The headers of every response of a host. Its policy loads nothing and allows no frame; pages replace it by their own.
 * `Strict-Transport-Security` is sent if the public address of the host begins with https.
 */
export function responseHeaders(config: Config, host: HostName): Record<string, string> {
  const isHttps = host !== 'scheduler' && config.urls[host].startsWith('https:');
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT_SECURITY }),
  };
}
