import type { HostName } from '@app/config';
import type { DomainError, Mode } from '@app/kernel';
import { liveKeyForbidden, sessionRequired, testKeyForbidden } from './access.errors';

/** The error for a key of this mode on this host, null where it is accepted (specification, "Hosts"). */
export function keyRefusedOn(host: HostName, mode: Mode, method: string): DomainError | null {
  switch (host) {
    case 'app':
    case 'scheduler':
      return sessionRequired();
    case 'sandbox':
      return mode === 'live' ? liveKeyForbidden() : null;
    case 'checkout':
      return mode === 'test' ? testKeyForbidden() : null;
    case 'business':
      return mode === 'test' && method !== 'GET' && method !== 'HEAD' ? testKeyForbidden() : null;
  }
}
