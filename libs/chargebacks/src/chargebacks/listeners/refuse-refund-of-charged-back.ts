import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { isCountedRefund, RefundCreated } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { balanceOwed, type OwedAmounts } from '@app/http';
import { InTransaction, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { chargedBack, takenBack } from '../chargeback.errors';

/** Chargebacks of the session `$1` or the invoice `$2` that leave less of the payment than its refunds with `$3` more. */
const TOO_MUCH = `
  SELECT c.chargeback_id, c.status FROM chargebacks c
   WHERE (c.session_id = $1 OR c.invoice_id = $2)
     AND (c.status IN ('opened', 'contested')
          OR (c.status <> 'won' AND c.paid_minor <
              $3::bigint
              + (SELECT coalesce(sum(r.charge_minor), 0) FROM refunds r WHERE r.payment_id = c.payment_id AND ${isCountedRefund('r')})
              + (SELECT sum(x.charge_minor) FROM chargebacks x WHERE x.payment_id = c.payment_id AND x.status <> 'won')))
   ORDER BY c.ended_at NULLS FIRST LIMIT 1`;

/** Refuses a refund of what is charged back, which the payer would get twice, and refunds of owners who owe. */
@EventsHandler(RefundCreated)
@InTransaction()
export class RefuseRefundOfChargedBack implements IEventHandler<RefundCreated> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** The commit starts over where a chargeback is opened first: both take the lock of the payment. */
  async handle({ ownerId, mode, data: { sessionId, invoiceId, charge } }: RefundCreated): Promise<void> {
    if (mode === 'live') await this.requireNothingOwed(ownerId);
    const { rows } = await this.pool.query<{ chargeback_id: string; status: string }>(TOO_MUCH, [
      sessionId,
      invoiceId,
      charge.minor,
    ]);
    const [found] = rows;
    if (found) {
      const isOpen = found.status === 'opened' || found.status === 'contested';
      throw isOpen ? chargedBack(found.chargeback_id) : takenBack(found.chargeback_id);
    }
    // By now the refund itself is among those that count.
    this.unit.stage({
      sql: `SELECT 1 WHERE NOT EXISTS (${TOO_MUCH})`,
      parameters: [sessionId, invoiceId, 0n],
      expectedRows: 1,
    });
  }

  private async requireNothingOwed(ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<{ owed: OwedAmounts | null }>(
      'SELECT owed FROM users WHERE id = $1',
      [ownerId],
    );
    if (rows[0]?.owed) throw balanceOwed(rows[0].owed);
  }
}
