import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type KnownStatus, TransactionStatusesService } from '@app/wallet';
import type { Pool } from 'pg';
import type { WithdrawalStatus } from './withdrawal.states';

/** Says in the history of wallets how withdrawals stand. */
@Injectable()
export class WithdrawalStatusReaderService implements OnModuleInit {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly statuses: TransactionStatusesService,
  ) {}

  onModuleInit(): void {
    this.statuses.register('payout', (ids) => this.read(ids));
  }

  private async read(ids: readonly string[]): Promise<Map<string, KnownStatus>> {
    const { rows } = await this.pool.query<{ id: string; status: WithdrawalStatus; since: Date }>(
      'SELECT id, status, coalesce(processed_at, created_at) AS since FROM withdrawals WHERE id = ANY ($1::uuid[])',
      [ids],
    );
    return new Map(
      rows.map(({ id, status, since }) => [
        id,
        { status: status === 'processing' ? 'pending' : status, since },
      ]),
    );
  }
}
