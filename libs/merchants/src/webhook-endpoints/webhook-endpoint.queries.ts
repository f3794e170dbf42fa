import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import { type Caller, ownerOf } from '@app/http';
import { Clock, isUuid, type Mode, notFound } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { WEBHOOK_SECRET } from './webhook-secret.policy';

/** An endpoint as deliveries need it. */
export interface DeliveryEndpoint {
  id: string;
  appId: string;
  ownerId: string;
  url: string;
  /** Event names, or `['*']` for all. */
  events: string[];
}

/** An account in one mode. */
export interface AccountInMode {
  ownerId: string;
  mode: Mode;
}

/** An app and one of its endpoints that get events; without `endpoint` an app that has none. */
export interface AppEndpoint extends AccountInMode {
  appId: string;
  endpoint: DeliveryEndpoint | null;
}

/** The current destination of an endpoint's deliveries. */
export interface Destination {
  id: string;
  url: string;
  /** Whether it gets deliveries; those of a disabled one wait. */
  active: boolean;
  /** Its signing secrets (`whsec_…`), newest first: one, or two while the one before is in grace. */
  secrets(): string[];
}

export interface EndpointView {
  id: string;
  app_id: string;
  mode: Mode;
  url: string;
  events: string[];
  active: boolean;
  disabled_at: Date | null;
  /** Its owner paused it, or the service gave up on it. */
  disabled_for: 'owner' | 'failing' | null;
  /** Until then the secret before the last rotation signs too. */
  old_secret_expires_at: Date | null;
  created_at: Date;
}

interface Sealed {
  id: string;
  secret_ciphertext: Buffer;
  old_secret_ciphertext: Buffer | null;
}

const ENDPOINT = `SELECT e.id, e.app_id AS "appId", e.owner_id AS "ownerId", e.url, e.events
                    FROM webhook_endpoints e JOIN merchant_apps a ON a.id = e.app_id
                   WHERE e.url IS NOT NULL AND a.revoked_at IS NULL`;
/** The old secret only while it is in grace; the parameter is the time. */
const SEALED = `e.id, e.secret_ciphertext, CASE WHEN e.old_secret_expires_at > $2 THEN e.old_secret_ciphertext END AS old_secret_ciphertext`;

/** Reads endpoints. Those without an address are not shown; disabled ones and those of revoked apps get no deliveries. */
@Injectable()
export class WebhookEndpointQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** The apps of these accounts that work, with their endpoints: an app once for each, and once where it has none. */
  async appsOf(
    accounts: readonly AccountInMode[],
    tx: Pool | PoolClient = this.pool,
  ): Promise<AppEndpoint[]> {
    const { rows } = await tx.query<DeliveryEndpoint & AccountInMode & { id: string | null }>({
      name: 'apps_of_accounts',
      text: `SELECT a.owner_id AS "ownerId", a.mode, a.id AS "appId", e.id, e.url, e.events
               FROM unnest($1::uuid[], $2::text[]) AS account (owner_id, mode)
               JOIN merchant_apps a ON a.owner_id = account.owner_id AND a.mode = account.mode AND a.revoked_at IS NULL
               LEFT JOIN webhook_endpoints e ON e.app_id = a.id AND e.url IS NOT NULL AND e.disabled_at IS NULL
              ORDER BY a.id, e.id`,
      values: [accounts.map(({ ownerId }) => ownerId), accounts.map(({ mode }) => mode)],
    });
    return rows.map(({ ownerId, mode, appId, id, url, events }) => ({
      ownerId,
      mode,
      appId,
      endpoint: id === null ? null : { id, appId, ownerId, mode, url, events },
    }));
  }

  /** The endpoints of an app that get deliveries. */
  async activeOf(appId: string, tx: PoolClient): Promise<(DeliveryEndpoint & AccountInMode)[]> {
    const { rows } = await tx.query<DeliveryEndpoint & AccountInMode>({
      name: 'active_endpoints_of_app',
      text: `SELECT e.id, e.app_id AS "appId", e.owner_id AS "ownerId", e.mode, e.url, e.events
               FROM webhook_endpoints e JOIN merchant_apps a ON a.id = e.app_id AND a.revoked_at IS NULL
              WHERE e.app_id = $1 AND e.url IS NOT NULL AND e.disabled_at IS NULL ORDER BY e.id`,
      values: [appId],
    });
    return rows;
  }

  /** Where deliveries of these endpoints go; those that were deleted, or whose app was revoked, are missing. */
  async destinationsOf(ids: readonly string[]): Promise<Destination[]> {
    const { rows } = await this.pool.query<Sealed & { url: string; active: boolean }>({
      ...QUERY_TIMEOUT,
      name: 'destinations',
      text: `SELECT ${SEALED}, e.url, e.disabled_at IS NULL AS active
               FROM webhook_endpoints e JOIN merchant_apps a ON a.id = e.app_id
              WHERE e.id = ANY ($1) AND e.url IS NOT NULL AND a.revoked_at IS NULL`,
      values: [ids, this.clock.now()],
    });
    return rows.map((row) => {
      const { id, url, active } = row;
      let opened: string[] | undefined;
      return { id, url, active, secrets: () => (opened ??= this.opened(row)) };
    });
  }

  /** The caller's endpoint, a disabled one too; a key sees those of its own app. Throws NOT_FOUND. */
  async byIdFor(caller: Caller, id: string): Promise<DeliveryEndpoint> {
    const values = [id, ownerOf(caller), appOf(caller)];
    const { rows } = isUuid(id)
      ? await this.pool.query<DeliveryEndpoint>(
          `${ENDPOINT} AND e.id = $1 AND e.owner_id = $2 AND ($3::uuid IS NULL OR e.app_id = $3)`,
          values,
        )
      : { rows: [] };
    if (!rows[0]) throw notFound('Webhook endpoint');
    return rows[0];
  }

  /** Its signing secrets (`whsec_…`), newest first; none where it is gone. */
  async secretsOf(id: string): Promise<string[]> {
    const { rows } = await this.pool.query<Sealed>(
      `SELECT ${SEALED} FROM webhook_endpoints e WHERE e.id = $1`,
      [id, this.clock.now()],
    );
    return rows[0] ? this.opened(rows[0]) : [];
  }

  /** All of an account's endpoints, or those of one of its apps, or one of them. */
  async list(ownerId: string, appId: string | null, id: string | null = null): Promise<EndpointView[]> {
    const { rows } = await this.pool.query<EndpointView>(
      `SELECT id, app_id, mode, url, events, disabled_at IS NULL AS active, disabled_at, disabled_for,
              CASE WHEN old_secret_expires_at > $4 THEN old_secret_expires_at END AS old_secret_expires_at, created_at
         FROM webhook_endpoints
        WHERE owner_id = $1 AND ($2::uuid IS NULL OR app_id = $2) AND ($3::uuid IS NULL OR id = $3) AND url IS NOT NULL
        ORDER BY id`,
      [ownerId, appId, id, this.clock.now()],
    );
    return rows;
  }

  private opened({ id, secret_ciphertext, old_secret_ciphertext }: Sealed): string[] {
    return [secret_ciphertext, ...(old_secret_ciphertext ? [old_secret_ciphertext] : [])].map((sealed) =>
      this.vault.unseal(sealed, WEBHOOK_SECRET, id),
    );
  }
}

/** The app a key belongs to; null for people, who see all of their apps. */
export function appOf(caller: Caller): string | null {
  return caller.kind === 'app' ? caller.appId : null;
}
