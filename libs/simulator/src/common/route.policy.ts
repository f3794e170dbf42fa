import { WithPolicy } from '@app/http';

/**
 * A page of the simulated bank. It is public to clients that know its address and has the host's general rate limit.
 */
export const SimulatorPage = (summary: string): MethodDecorator =>
  WithPolicy({ summary, credentials: [], hidden: true });

/**
 * A route of the simulated company, which verifies its own keys. The host requires no credentials and counts requests by
 * address, except those of the platform's servers, which may share one.
 */
export const SimulatorRoute = (summary: string): MethodDecorator =>
  WithPolicy({ summary, credentials: [], hidden: true, calledByServers: true });
