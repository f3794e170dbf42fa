import { Inject } from '@nestjs/common';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock, type Mode } from '@app/kernel';
import { WebhookEndpointFailing } from '@app/merchants';
import type { Pool } from 'pg';

/** Notifies the owner of an endpoint that it has only failed for a day, once per period of failure. */
export class NotifyOfFailingEndpoint extends Command<void> {
  constructor(readonly endpointId: string) {
    super();
  }
}

interface Row {
  app_id: string;
  owner_id: string;
  mode: Mode;
  url: string;
  failing_since: Date;
}

@CommandHandler(NotifyOfFailingEndpoint)
export class NotifyOfFailingEndpointHandler implements ICommandHandler<NotifyOfFailingEndpoint> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ endpointId }: NotifyOfFailingEndpoint): Promise<void> {
    const { rows } = await this.pool.query<Row>(
      `SELECT e.app_id, e.owner_id, e.mode, e.url, f.failing_since
         FROM webhook_endpoint_failures f LEFT JOIN webhook_endpoints e ON e.id = f.endpoint_id
        WHERE f.endpoint_id = $1 AND f.told_at IS NULL`,
      [endpointId],
    );
    const [row] = rows;
    if (!row) return;
    this.unit.stage({
      sql: 'UPDATE webhook_endpoint_failures SET told_at = $1 WHERE endpoint_id = $2 AND told_at IS NULL',
      parameters: [this.clock.now(), endpointId],
      expectedRows: 1,
    });
    // The endpoint was deleted meanwhile, so it has no owner.
    if (row.owner_id === null) return;
    const { app_id: appId, owner_id, mode, url, failing_since } = row;
    const failure = { endpointId, appId, url, failingSince: failing_since.toISOString() };
    this.eventBus.publish(new WebhookEndpointFailing(endpointId, owner_id, mode, failure));
  }
}
