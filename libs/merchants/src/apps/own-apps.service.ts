import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type AppCaller, asTestApp, OwnApps, type UserCaller } from '@app/http';
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

  async testApp(person: UserCaller, appId: string): Promise<AppCaller | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT success_url, cancel_url FROM merchant_apps
        WHERE id = $1 AND owner_id = $2 AND mode = 'test' AND revoked_at IS NULL`,
      [appId, person.accountId],
    );
    const [app] = rows;
    if (!app) return null;
    return { ...asTestApp(person, appId), returnTo: { success: app.success_url, cancel: app.cancel_url } };
  }
}
