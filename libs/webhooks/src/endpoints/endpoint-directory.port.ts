import type { AccountInMode, AppEndpoint, DeliveryEndpoint, Destination } from '@app/merchants';
import type { PoolClient } from 'pg';

/** Reads and disables the merchants' endpoints, for deliveries. */
export abstract class EndpointDirectory {
  /**
   * The apps of these accounts, one row per active endpoint or one row without an endpoint, read through `tx`.
   */
  abstract appsOf(accounts: readonly AccountInMode[], tx: PoolClient): Promise<AppEndpoint[]>;

  /** The active endpoints of an app, read through `tx`. */
  abstract endpointsOf(appId: string, tx: PoolClient): Promise<(DeliveryEndpoint & AccountInMode)[]>;

  /** The destinations of these endpoints; removed endpoints are missing. */
  abstract destinationsOf(endpointIds: readonly string[]): Promise<Destination[]>;

  /**
   * Disables an endpoint that has only failed since, and notifies its owner. Does nothing for one removed or
   * disabled.
   */
  abstract disable(endpointId: string, failingSince: Date): Promise<void>;
}
