import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Mode } from '@app/kernel';
import { WebhookEndpointQueries } from '@app/merchants';
import type { Pool } from 'pg';
import { HOOKS_PATH } from './shop-app';

const OF_SHOP = `FROM merchant_apps a WHERE a.name = $1 AND a.mode = $2 AND a.revoked_at IS NULL`;

/** Reads what a shop has in its configuration: the public key and the webhook secrets of the demo merchant. */
@Injectable()
export class ShopQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly endpoints: WebhookEndpointQueries,
  ) {}

  /** Null where the seed did not run. */
  async publicKey(mode: Mode): Promise<string | null> {
    const { rows } = await this.pool.query<{ public_key: string }>(
      `SELECT k.public_key FROM api_keys k
        WHERE k.app_id IN (SELECT a.id ${OF_SHOP}) AND k.public_key LIKE 'pk%' AND k.expires_at IS NULL
        ORDER BY k.created_at DESC LIMIT 1`,
      [`Demo shop (${mode})`, mode],
    );
    return rows[0]?.public_key ?? null;
  }

  /** The secrets that sign what is sent to this shop; none where the seed did not run. */
  async webhookSecrets(mode: Mode): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT e.id FROM webhook_endpoints e
        WHERE e.app_id IN (SELECT a.id ${OF_SHOP}) AND right(e.url, length($3)) = $3`,
      [`Demo shop (${mode})`, mode, HOOKS_PATH],
    );
    const found = await this.endpoints.destinationsOf(rows.map(({ id }) => id));
    return found.flatMap((endpoint) => endpoint.secrets());
  }
}
