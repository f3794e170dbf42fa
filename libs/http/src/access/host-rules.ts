import type { Config, HostName } from '@app/config';
import type { DomainError, Mode } from '@app/kernel';
import { keyOnAppHost, liveKeyForbidden, testKeyForbidden } from './access.errors';

/** The error for a key of this mode on this host, null where it is accepted (specification, "Hosts"). */
export function keyRefusedOn(
  host: HostName,
  mode: Mode,
  method: string,
  { urls }: Pick<Config, 'urls'>,
): DomainError | null {
  switch (host) {
    case 'app':
    case 'scheduler':
      return keyOnAppHost(urls);
    case 'sandbox':
      return mode === 'live' ? liveKeyForbidden(urls) : null;
    case 'checkout':
      return mode === 'test' ? testKeyForbidden(urls) : null;
    case 'business':
      return mode === 'test' && method !== 'GET' && method !== 'HEAD'
        ? testKeyForbidden(urls, ' (it answers reads of test keys)')
        : null;
  }
}
