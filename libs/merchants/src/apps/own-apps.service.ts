import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type AppCaller, OwnApps, type UserCaller } from '@app/http';
import type { Pool } from 'pg';

interface Row {
  success_url: string | null;
  cancel_url: string | null;
}

/** Test apps as whom people act in the sandbox, without their keys. */
@Injectable()
export class OwnAppsService extends OwnApps {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {
    super();
  }

  /** Its list of addresses and its rate limit are for servers, so they do not apply to people. */
  async testApp(
    { accountId, userId, teamRole, emailVerified }: UserCaller,
    appId: string,
  ): Promise<AppCaller | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT success_url, cancel_url FROM merchant_apps
        WHERE id = $1 AND owner_id = $2 AND mode = 'test' AND revoked_at IS NULL`,
      [appId, accountId],
    );
    const [app] = rows;
    if (!app) return null;
    return {
      kind: 'app',
      appId,
      ownerId: accountId,
      emailVerified,
      mode: 'test',
      scopes: null,
      allowedIps: [],
      ratePerMinute: null,
      returnTo: { success: app.success_url, cancel: app.cancel_url },
      person: { userId, teamRole },
    };
  }
}
