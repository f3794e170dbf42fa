import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { EscrowDispute } from './escrow-dispute.aggregate';

@Injectable()
export class EscrowDisputeRepository extends AggregateStore<EscrowDispute> {
  constructor(@InjectRepository(EscrowDispute) rows: Repository<EscrowDispute>, unit: UnitOfWork) {
    super(rows, unit);
  }

  /** Live disputes that are late and of which staff are not alerted yet. */
  async unalerted(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM escrow_disputes
        WHERE status <> 'resolved' AND alerted_at IS NULL AND resolve_by <= $1 AND mode = 'live'
        ORDER BY resolve_by LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  async countLate(now: Date): Promise<number> {
    const [row] = await this.rows.query<{ count: string }[]>(
      `SELECT count(*) FROM escrow_disputes WHERE status <> 'resolved' AND resolve_by <= $1 AND mode = 'live'`,
      [now],
    );
    return +row!.count;
  }
}
