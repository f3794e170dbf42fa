import type { HostName } from '@app/config';
import { type Caller, modeOf, ownerOf } from '@app/http';
import type { Timed } from '@app/kernel';

/** Who issues invoices and payment links: an account in live mode, one app of it in test mode, whose time they follow. */
export interface Issuer extends Timed {
  ownerId: string;
  /** Null in live mode. */
  appId: string | null;
}

/** Keys act in their mode, people in that of the host. */
export function issuerOf(caller: Caller, host: HostName): Issuer {
  const mode = caller.kind === 'app' ? caller.mode : modeOf(host);
  const appId = caller.kind === 'app' && mode === 'test' ? caller.appId : null;
  return { ownerId: ownerOf(caller), mode, appId };
}
