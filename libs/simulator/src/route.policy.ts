import { WithPolicy } from '@app/http';

/** A page of the simulated bank: open to anybody who holds its address, under the host's general rate limit. */
export const SimulatorPage = (summary: string): MethodDecorator =>
  WithPolicy({ summary, credentials: [], hidden: true });

/**
 * A route of the simulated company, which checks its own keys. The host neither asks for credentials nor refuses
 * by rate: all of its calls come from our own servers, which would share one address's limit.
 */
export const SimulatorRoute = (summary: string): MethodDecorator =>
  WithPolicy({ summary, credentials: [], hidden: true, uncounted: true });
