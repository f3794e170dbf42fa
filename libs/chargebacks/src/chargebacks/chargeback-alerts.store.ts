import { Inject, Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { type AlertCause, ChargebackAlerted } from './chargeback.events';

export interface NewAlert {
  cause: AlertCause;
  gateway: string;
  providerId: string;
  stage: number;
  /** For staff, with the words of the company. */
  detail: string;
  chargeback: { chargebackId: string; ownerId: string } | null;
}

export interface Alert {
  id: string;
  gateway: string;
  provider_id: string;
  stage: number;
  cause: AlertCause;
  detail: string;
  chargeback_id: string | null;
  raised_at: Date;
}

const ALL: Listing = {
  name: 'chargeback-alerts',
  rows: 'chargeback_alerts',
  where: 'true',
  order: 'raised_at DESC, id DESC',
  columns: 'id, gateway, provider_id, stage, cause, detail, chargeback_id, raised_at',
};

/** What only staff can decide about chargebacks; each is raised once. */
@Injectable()
export class ChargebackAlertsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Stages the alert and its event, unless it was raised before. Of two at once, one starts over. */
  async raise({ cause, gateway, providerId, stage, detail, chargeback }: NewAlert): Promise<void> {
    const key = [gateway, providerId, stage, cause, detail];
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM chargeback_alerts WHERE gateway = $1 AND provider_id = $2 AND stage = $3 AND cause = $4 AND detail = $5`,
      key,
    );
    if (rowCount! > 0) return;
    const id = uuidv7(this.clock.now());
    const chargebackId = chargeback?.chargebackId ?? null;
    this.unit.stage({
      sql: `INSERT INTO chargeback_alerts (id, gateway, provider_id, stage, cause, detail, chargeback_id, raised_at)
            VALUES ($6, $1, $2, $3, $4, $5, $7, $8) ON CONFLICT DO NOTHING`,
      parameters: [...key, id, chargebackId, this.clock.now()],
      expectedRows: 1,
    });
    const data = { cause, gateway, providerId, stage, detail, chargebackId };
    this.eventBus.publish(new ChargebackAlerted(id, chargeback?.ownerId ?? id, 'live', data));
  }

  list(page: PageQuery): Promise<Page<Alert>> {
    return Page.read<Alert>(this.pool, ALL, [], page);
  }
}
