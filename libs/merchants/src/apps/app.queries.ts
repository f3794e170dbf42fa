import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Mode } from '@app/kernel';
import type { Pool } from 'pg';

export interface AppView {
  app_id: string;
  app_name: string;
  mode: Mode;
  /** null: full access. */
  scopes: string[] | null;
  allowed_ips: string[];
  allowed_origins: string[];
  rate_limit_per_min: number | null;
  success_url: string | null;
  cancel_url: string | null;
  public_key: string;
  /** Test mode only. */
  checkout_public_key: string | null;
  /** What is known of its live secrets, newest first: never the keys themselves. */
  secret_keys: { prefix: string; last4: string; created_at: string; expires_at: string | null }[];
  created_at: Date;
  revoked_at: Date | null;
}

/** Reads apps as their owners see them. */
@Injectable()
export class AppQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** All of an owner's apps, oldest first; one of them where `appId` is given. */
  async list(ownerId: string, appId: string | null = null): Promise<AppView[]> {
    const { rows } = await this.pool.query<AppView>(
      `SELECT a.id AS app_id, a.name AS app_name, a.mode, a.scopes, a.allowed_ips, a.allowed_origins, a.rate_limit_per_min, a.success_url, a.cancel_url,
              max(k.public_key) FILTER (WHERE k.prefix LIKE 'pk%') AS public_key,
              max(k.public_key) FILTER (WHERE k.prefix LIKE 'ck%') AS checkout_public_key,
              coalesce(jsonb_agg(jsonb_build_object(
                'prefix', k.prefix, 'last4', k.last4, 'created_at', ${isoText('k.created_at')}, 'expires_at', ${isoText('k.expires_at')}
              ) ORDER BY k.prefix DESC, k.created_at DESC)
                FILTER (WHERE k.kind = 'secret' AND (k.expires_at IS NULL OR k.expires_at > coalesce(tc.frozen_at, $2::timestamptz + coalesce(tc.offset_ms, 0) * interval '1 millisecond'))), '[]') AS secret_keys,
              a.created_at, a.revoked_at
         FROM merchant_apps a JOIN api_keys k ON k.app_id = a.id LEFT JOIN test_clocks tc ON tc.id = a.id
        WHERE a.owner_id = $1 AND ($3::uuid IS NULL OR a.id = $3)
        GROUP BY a.id ORDER BY a.id`,
      [ownerId, this.clock.now(), appId],
    );
    return rows;
  }
}

function isoText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
