import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, POSTGRES_POOL } from '@app/database';
import { Clock, type Timed, Times } from '@app/kernel';
import type { Pool } from 'pg';

interface Row {
  ord: string;
  offset_ms: string;
  frozen_at: Date | null;
}

/** Reads test clocks. Live objects never join them, and concurrent reads share one statement. */
@Injectable()
export class BusinessTimesService extends Times {
  private readonly clocks = new BatchLoader((appIds: string[]) => this.load(appIds));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    super();
  }

  async of({ mode, appId }: Timed): Promise<Date> {
    const moved = mode === 'live' || appId === null ? null : await this.clocks.read(appId);
    return moved?.frozen_at ?? new Date(this.clock.now().getTime() + +(moved?.offset_ms ?? 0));
  }

  private async load(appIds: string[]): Promise<(Row | null)[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'test_clock_times',
      text: `SELECT q.ord, c.offset_ms, c.frozen_at
               FROM unnest($1::uuid[]) WITH ORDINALITY AS q(id, ord) JOIN test_clocks c ON c.id = q.id`,
      values: [arrayOf('uuid', appIds, (id) => id)],
    });
    return inOrder(appIds.length, rows);
  }
}
