import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import type { AppCaller, OwedAmounts, PublicKeyCaller, Scope } from '@app/http';
import { Clock, type Mode } from '@app/kernel';
import type { Pool } from 'pg';
import { hashOfKey } from './api-keys.service';

interface Row {
  ord: string;
  kind: 'secret' | 'public';
  app_id: string;
  owner_id: string;
  email_verified: boolean;
  mode: Mode;
  scopes: Scope[] | null;
  allowed_ips: string[];
  allowed_origins: string[];
  rate_limit_per_min: number | null;
  success_url: string | null;
  cancel_url: string | null;
  is_verified: boolean;
  owed: OwedAmounts | null;
}

/**
 * Finds the app of a key. Each request reads the database, concurrent ones in one query, so that a revoked key, and one
 * of a business whose verification was revoked, is refused on the next request.
 */
@Injectable()
export class ApiKeyQueries {
  private readonly callers = new BatchLoader((hashes: Buffer[]) => this.load(hashes));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  callerOf(key: string): Promise<AppCaller | PublicKeyCaller | null> {
    return this.callers.read(hashOfKey(key));
  }

  private async load(hashes: Buffer[]): Promise<(AppCaller | PublicKeyCaller | null)[]> {
    const { rows } = await this.pool.query<Row>({
      ...QUERY_TIMEOUT,
      name: 'api_key_callers',
      text: `SELECT q.ord, k.kind, a.id AS app_id, a.owner_id, u.email_verified_at IS NOT NULL AS email_verified,
                    a.mode, a.scopes, a.allowed_ips, a.allowed_origins, a.rate_limit_per_min, a.success_url, a.cancel_url,
                    u.kyb_status = 'approved' AS is_verified, u.owed
               FROM unnest($1::bytea[]) WITH ORDINALITY AS q(hash, ord)
               JOIN api_keys k ON k.hash = q.hash
               JOIN merchant_apps a ON a.id = k.app_id
               JOIN users u ON u.id = a.owner_id
               LEFT JOIN test_clocks tc ON tc.id = a.id
              WHERE (k.expires_at IS NULL OR k.expires_at > coalesce(tc.frozen_at, $2::timestamptz + coalesce(tc.offset_ms, 0) * interval '1 millisecond')) AND a.revoked_at IS NULL AND u.frozen_at IS NULL`,
      values: [arrayOf('bytea', hashes, (hash) => hash), this.clock.now()],
    });
    return inOrder(hashes.length, rows).map((row) => row && callerOf(row));
  }
}

function callerOf(row: Row): AppCaller | PublicKeyCaller {
  const returnTo = { success: row.success_url, cancel: row.cancel_url };
  const readsOnly = row.mode === 'live' && !row.is_verified;
  const app = { appId: row.app_id, ownerId: row.owner_id, mode: row.mode, readsOnly, returnTo };
  if (row.kind === 'public') return { kind: 'public-key', ...app, allowedOrigins: row.allowed_origins };
  const { scopes, allowed_ips: allowedIps, rate_limit_per_min: ratePerMinute } = row;
  const emailVerified = row.email_verified;
  const owed = row.owed && { owed: row.owed };
  return { kind: 'app', ...app, emailVerified, scopes, allowedIps, ratePerMinute, ...owed };
}
