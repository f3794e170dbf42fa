import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Mode } from '@app/kernel';
import type { Pool } from 'pg';

/** Reads the public key of the demo merchant that the seed creates. */
@Injectable()
export class ShopQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Null where the seed did not run. */
  async publicKey(mode: Mode): Promise<string | null> {
    const { rows } = await this.pool.query<{ public_key: string }>(
      `SELECT k.public_key FROM merchant_apps a JOIN api_keys k ON k.app_id = a.id
        WHERE a.name = $1 AND a.mode = $2 AND a.revoked_at IS NULL AND k.public_key LIKE 'pk%'
          AND k.expires_at IS NULL
        ORDER BY a.created_at DESC LIMIT 1`,
      [`Demo shop (${mode})`, mode],
    );
    return rows[0]?.public_key ?? null;
  }
}
