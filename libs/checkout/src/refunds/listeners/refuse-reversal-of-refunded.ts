import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { JournalReversed } from '@app/ledger';
import { InTransaction, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { isCountedRefund } from '../../common/counted-refunds.policy';
import { PAYMENT_OF_JOURNAL } from '../../money/checkout.money';
import { refundedAlready } from '../refund.errors';
import { RefundRepository } from '../refund.repository';

const REFUNDS = `SELECT 1 FROM refunds WHERE payment_id = $1 AND ${isCountedRefund('refunds')}`;

/** Refuses to reverse a payment of which something is refunded, because its merchant would pay it twice. */
@EventsHandler(JournalReversed)
@InTransaction()
export class RefuseReversalOfRefunded implements IEventHandler<JournalReversed> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly refunds: RefundRepository,
    private readonly unit: UnitOfWork,
  ) {}

  /** The commit starts over where a refund is created first. */
  async handle({ data: { journalId } }: JournalReversed): Promise<void> {
    const paymentId = await this.paymentOf(journalId);
    if (paymentId === null) return;
    const { rowCount } = await this.pool.query(REFUNDS, [paymentId]);
    if (rowCount! > 0) throw refundedAlready();
    this.refunds.lockPayment(paymentId);
    this.unit.stage({
      sql: `SELECT 1 WHERE NOT EXISTS (${REFUNDS})`,
      parameters: [paymentId],
      expectedRows: 1,
    });
  }

  /** The attempt whose payment the journal books; null where it books none of a session. */
  private async paymentOf(journalId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ payment_id: string }>(PAYMENT_OF_JOURNAL, [journalId]);
    return rows[0]?.payment_id ?? null;
  }
}
