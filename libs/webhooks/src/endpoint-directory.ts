import type { AccountInMode, AppEndpoint } from '@app/merchants';
import type { PoolClient } from 'pg';

/** An address that wants events of its app's owner. */
export interface WebhookEndpoint {
  id: string;
  appId: string;
  ownerId: string;
  url: string;
  /** Names of the events it wants; `['*']` for all. */
  events: string[];
}

/** What deliveries need to know of the endpoints that merchants keep. Disabled endpoints are in none of the answers. */
export abstract class EndpointDirectory {
  /** The apps of these accounts, once for each endpoint and once where they have none, read through `tx`. */
  abstract appsOf(accounts: readonly AccountInMode[], tx: PoolClient): Promise<AppEndpoint[]>;

  /** The endpoint; null when it was deleted or disabled. */
  abstract find(endpointId: string): Promise<WebhookEndpoint | null>;

  /** Its signing secrets (`whsec_…`), newest first. */
  abstract secretsOf(endpointId: string): Promise<string[]>;

  /** Disables the endpoint and tells its owner; an endpoint that is gone or disabled is left as it is. */
  abstract disable(endpointId: string): Promise<void>;
}
