import { Injectable } from '@nestjs/common';
import { CountLimits } from '@app/write-path';
import type { Mode } from '@app/kernel';
import { limitReached } from './merchant.errors';

/** Working apps of an account; far beyond any use, and short of what would burden others. */
const MAX_APPS = 1000;
/** Working test apps of an account without an approved business verification. */
const MAX_TEST_APPS_UNVERIFIED = 20;
/** Endpoints of an account in each mode; each event goes to all of them. */
const MAX_ENDPOINTS = 50;

/** Limits how many apps and endpoints an account has. */
@Injectable()
export class OwnerLimitsService {
  constructor(private readonly countLimits: CountLimits) {}

  /** Throws LIMIT_REACHED if the account may have no further app; revoked apps do not count. */
  async forApp(ownerId: string, isVerified: boolean): Promise<void> {
    const unverified = 'test apps before your business is verified (KYB)';
    await this.countLimits.require<{ apps: number; tests: number }>({
      lock: `apps of ${ownerId}`,
      sql: `SELECT count(*)::int AS apps, count(*) FILTER (WHERE mode = 'test')::int AS tests
              FROM merchant_apps WHERE owner_id = $1 AND revoked_at IS NULL`,
      parameters: [ownerId],
      limits: {
        apps: { max: MAX_APPS, refusal: () => limitReached('apps per account', MAX_APPS) },
        ...(!isVerified && {
          tests: {
            max: MAX_TEST_APPS_UNVERIFIED,
            refusal: () => limitReached(unverified, MAX_TEST_APPS_UNVERIFIED),
          },
        }),
      },
    });
  }

  /** Throws LIMIT_REACHED if the endpoint `id` may get no address beside those that have one. */
  async forEndpoint({ ownerId, mode, id }: { ownerId: string; mode: Mode; id: string }): Promise<void> {
    await this.countLimits.require<{ endpoints: number }>({
      lock: `${mode} endpoints of ${ownerId}`,
      sql: `SELECT count(*)::int AS endpoints FROM webhook_endpoints
             WHERE owner_id = $1 AND mode = $2 AND url IS NOT NULL AND id <> $3`,
      parameters: [ownerId, mode, id],
      limits: {
        endpoints: {
          max: MAX_ENDPOINTS,
          refusal: () => limitReached(`${mode} endpoints per account`, MAX_ENDPOINTS),
        },
      },
    });
  }
}
