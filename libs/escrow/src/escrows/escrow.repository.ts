import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { Escrow } from './escrow.aggregate';

@Injectable()
export class EscrowRepository extends AggregateStore<Escrow> {
  constructor(@InjectRepository(Escrow) rows: Repository<Escrow>, unit: UnitOfWork) {
    // Another payment of the same session came first.
    super(rows, unit, { escrows_checkout_session: () => new StaleAggregate() });
  }

  async byId(id: string): Promise<Escrow> {
    const escrow = await this.findOneBy({ id });
    if (!escrow) throw notFound('Escrow');
    return escrow;
  }

  /**
   * Open live escrows whose deadline has passed and whose parties are not notified, the longest overdue first.
   */
  async overdue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM escrows
        WHERE status IN ('funded', 'disputed') AND overdue_at IS NULL AND deadline_at <= $1 AND mode = 'live'
        ORDER BY deadline_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The same for the test escrows of one app. */
  async overdueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM escrows
        WHERE status IN ('funded', 'disputed') AND overdue_at IS NULL AND deadline_at <= $2 AND mode = 'test' AND app_id = $1
        ORDER BY deadline_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next open test escrow of an app reaches its deadline after this time. */
  async nextDeadline(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(deadline_at) AS at FROM escrows
        WHERE status IN ('funded', 'disputed') AND overdue_at IS NULL AND deadline_at > $2 AND mode = 'test' AND app_id = $1`,
      [appId, after],
    );
    return row!.at;
  }
}
