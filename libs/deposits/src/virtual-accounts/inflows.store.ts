import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Money } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** A transfer to an account number, as the gateway confirmed it. */
export interface Inflow {
  ownerId: string;
  gateway: string;
  gatewayTransactionId: string;
  amount: Money;
}

/** Transfers that were credited, by the gateway's id. */
@Injectable()
export class InflowsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async isCredited({ gateway, gatewayTransactionId }: Inflow): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM virtual_account_inflows WHERE gateway = $1 AND gateway_transaction_id = $2',
      [gateway, gatewayTransactionId],
    );
    return rows.length > 0;
  }

  /** Stages the row of a credit. Where another process credits it first, the command starts over. */
  add({ gateway, gatewayTransactionId, ownerId, amount }: Inflow, transactionId: string): void {
    this.unit.stage({
      sql: `INSERT INTO virtual_account_inflows
              (gateway, gateway_transaction_id, owner_id, transaction_id, amount_minor, credited_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      parameters: [
        gateway,
        gatewayTransactionId,
        ownerId,
        transactionId,
        amount.minor.toString(),
        this.clock.now(),
      ],
      expectedRows: 1,
    });
  }
}
