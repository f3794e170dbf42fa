import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';
import { EXCHANGES_KEPT_DAYS } from '../exchange-retention.policy';

/** Deletes requests to payment companies after the time in which their chargebacks end. */
@Injectable()
@Scheduled({ every: '1h', name: 'purge gateway exchanges' })
export class PurgeGatewayExchanges {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted rows. */
  run(): Promise<number> {
    const before = addSeconds(this.clock.now(), -EXCHANGES_KEPT_DAYS * 24 * 3600);
    return deleteInBatches(this.pool, { table: 'gateway_exchanges', where: 'at < $1', by: 'at' }, [before]);
  }
}
