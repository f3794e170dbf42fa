import type { AccountInMode, AppEndpoint, Destination } from '@app/merchants';
import type { PoolClient } from 'pg';

/** What deliveries need to know of the endpoints that merchants keep. */
export abstract class EndpointDirectory {
  /** The apps of these accounts, once for each active endpoint and once where they have none, read through `tx`. */
  abstract appsOf(accounts: readonly AccountInMode[], tx: PoolClient): Promise<AppEndpoint[]>;

  /** Where deliveries of these endpoints go; those that are gone for good are missing. */
  abstract destinationsOf(endpointIds: readonly string[]): Promise<Destination[]>;

  /** Disables an endpoint that has only failed since, and tells its owner; one that is gone or disabled is left as it is. */
  abstract disable(endpointId: string, failingSince: Date): Promise<void>;
}
