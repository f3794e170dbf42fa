import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { EscrowDispute } from './escrow-dispute.aggregate';

@Injectable()
export class EscrowDisputes extends AggregateStore<EscrowDispute> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(EscrowDispute, dataSource, unit);
  }

  /** Live disputes that are late and of which staff are not alerted yet. */
  async unalerted(now: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM escrow_disputes
        WHERE status <> 'resolved' AND alerted_at IS NULL AND resolve_by <= $1 AND mode = 'live'
        ORDER BY resolve_by LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  async countLate(now: Date): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      `SELECT count(*) FROM escrow_disputes WHERE status <> 'resolved' AND resolve_by <= $1 AND mode = 'live'`,
      [now],
    );
    return +row!.count;
  }
}
