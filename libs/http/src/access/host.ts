import type { HostName } from '@app/config';
import type { Mode } from '@app/kernel';

/** Injection token: name of the host that this process serves. It decides which keys are accepted. */
export const HOST = Symbol('host');

/** The mode of the data that a host serves: test on the sandbox, live on every other host. */
export const modeOf = (host: HostName): Mode => (host === 'sandbox' ? 'test' : 'live');
