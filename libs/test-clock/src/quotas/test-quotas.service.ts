import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import type { Timed } from '@app/kernel';
import type { Pool } from 'pg';
import { heldEvents, MAX_ACCOUNT_EVENTS, MAX_OPEN_OBJECTS } from './test-quotas.policy';
import { accountFull, appFull, tooManyOpen } from './test-quotas.errors';

const OPEN = `
  SELECT ((SELECT count(*) FROM checkout_sessions WHERE app_id = $1 AND mode = 'test' AND status IN ('pending', 'processing'))
        + (SELECT count(*) FROM subscriptions WHERE app_id = $1 AND mode = 'test' AND status <> 'cancelled')
        + (SELECT count(*) FROM invoices WHERE app_id = $1 AND mode = 'test' AND status IN ('draft', 'sent', 'overdue'))
        + (SELECT count(*) FROM payment_links WHERE app_id = $1 AND mode = 'test' AND active
              AND (expires_at IS NULL OR expires_at > coalesce(
                (SELECT coalesce(c.frozen_at, now() + c.offset_ms * interval '1 millisecond')
                   FROM test_clocks c WHERE c.id = $1 AND c.moved), now()))))::int AS open`;

type OwnedObject = Timed & { ownerId: string };

interface HeldEvents {
  app: number;
  account: number;
  endpoints: number;
  max: number;
}

/**
 * Limits what the test apps of an account can store. Counts are read without a lock, so requests that run at the same time
 * can exceed a quota by their number. Live objects have no quota and cost no read.
 */
@Injectable()
export class TestQuotasService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
  ) {}

  /** Throws LIMIT_REACHED if the test app may have no further open object, or no further event. */
  async requireObject(made: OwnedObject): Promise<void> {
    if (made.mode === 'live' || made.appId === null) return;
    const [refusal, { rows }] = await Promise.all([
      this.refusalOf(made.appId, made.ownerId),
      this.pool.query<{ open: number }>({ name: 'open_test_objects', text: OPEN, values: [made.appId] }),
    ]);
    if (refusal) throw refusal;
    if (rows[0]!.open >= MAX_OPEN_OBJECTS) throw tooManyOpen();
  }

  /** Throws LIMIT_REACHED if the test app may have no further event. */
  async requireEvent({ mode, appId, ownerId }: OwnedObject): Promise<void> {
    const refusal = mode === 'live' || appId === null ? null : await this.refusalOf(appId, ownerId);
    if (refusal) throw refusal;
  }

  /** Whether the test app may have no further event, so that its clock stands. */
  async isFull(appId: string, ownerId: string): Promise<boolean> {
    return (await this.refusalOf(appId, ownerId)) !== null;
  }

  private async refusalOf(appId: string, ownerId: string): Promise<Error | null> {
    const values = [appId, ownerId];
    const { rows } = await this.pool.query<HeldEvents>({
      name: 'held_test_events',
      text: heldEvents('$1', '$2'),
      values,
    });
    const { app, account, endpoints, max } = rows[0]!;
    const { EVENT_RETENTION_DAYS: days } = this.config.env;
    if (app >= max) return appFull(max, endpoints, days);
    return account >= MAX_ACCOUNT_EVENTS ? accountFull(days) : null;
  }
}
