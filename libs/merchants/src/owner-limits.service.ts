import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { UnitOfWork } from '@app/write-path';
import type { Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { limitReached } from './merchant.errors';

/** Working apps of an account; far beyond any use, and short of what would burden others. */
const MAX_APPS = 1000;
/** Working test apps of an account without an approved business verification. */
const MAX_TEST_APPS_UNVERIFIED = 20;
/** Endpoints of an account in each mode; each event goes to all of them. */
const MAX_ENDPOINTS = 50;

const APPS = 'SELECT count(*) FROM merchant_apps WHERE owner_id = $1 AND revoked_at IS NULL';
const ENDPOINTS =
  'SELECT count(*) FROM webhook_endpoints WHERE owner_id = $1 AND mode = $2 AND url IS NOT NULL AND id <> $3';

/**
 * Limits how many apps and endpoints an account has. Each check counts, and the unit of work counts again under a lock
 * of the account, so that commands at the same time cannot exceed a limit together.
 */
@Injectable()
export class OwnerLimits {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly unit: UnitOfWork,
  ) {}

  /** Throws LIMIT_REACHED if the account may have no further app. */
  async forApp(ownerId: string, isVerified: boolean): Promise<void> {
    await this.check(ownerId, { what: 'apps per account', count: APPS, values: [ownerId], most: MAX_APPS });
    if (isVerified) return;
    await this.check(ownerId, {
      what: 'test apps before your business is verified (KYB)',
      count: `${APPS} AND mode = 'test'`,
      values: [ownerId],
      most: MAX_TEST_APPS_UNVERIFIED,
    });
  }

  /** Throws LIMIT_REACHED if the endpoint `id` may get no address beside those that have one. */
  async forEndpoint({ ownerId, mode, id }: { ownerId: string; mode: Mode; id: string }): Promise<void> {
    await this.check(ownerId, {
      what: `${mode} endpoints per account`,
      count: ENDPOINTS,
      values: [ownerId, mode, id],
      most: MAX_ENDPOINTS,
    });
  }

  private async check(
    ownerId: string,
    { what, count, values, most }: { what: string; count: string; values: unknown[]; most: number },
  ): Promise<void> {
    const [row] = await this.dataSource.query<{ count: string }[]>(count, values);
    if (Number(row!.count) >= most) throw limitReached(what, most);
    this.unit.stage({
      sql: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      parameters: [`apps and endpoints of ${ownerId}`],
    });
    this.unit.stage({
      sql: `SELECT 1 FROM (${count}) standing WHERE count < $${values.length + 1}`,
      parameters: [...values, most],
      expectedRows: 1,
    });
  }
}
