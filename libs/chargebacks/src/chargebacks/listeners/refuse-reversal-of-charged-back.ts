import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { PAYMENT_OF_JOURNAL, paymentLock } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { JournalReversed } from '@app/ledger';
import { InTransaction, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { chargedBack } from '../chargeback.errors';

/** A chargeback of the payment `$1` that its owner pays, or has paid. */
const COUNTED = `SELECT chargeback_id FROM chargebacks WHERE payment_id = $1 AND status <> 'won' LIMIT 1`;

/** Refuses to reverse a payment that is charged back, because its owner would pay it twice. */
@EventsHandler(JournalReversed)
@InTransaction()
export class RefuseReversalOfChargedBack implements IEventHandler<JournalReversed> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** The commit starts over where a chargeback is opened first. */
  async handle({ data: { journalId } }: JournalReversed): Promise<void> {
    const { rows } = await this.pool.query<{ payment_id: string }>(
      `${PAYMENT_OF_JOURNAL}
       UNION ALL SELECT d.id FROM ledger.journals j JOIN deposits d ON d.tx_ref = j.reference WHERE j.id = $1`,
      [journalId],
    );
    const paymentId = rows[0]?.payment_id;
    if (paymentId === undefined) return;
    const found = await this.pool.query<{ chargeback_id: string }>(COUNTED, [paymentId]);
    if (found.rows[0]) throw chargedBack(found.rows[0].chargeback_id);
    this.unit.lock(paymentLock(paymentId));
    this.unit.stage({
      sql: `SELECT 1 WHERE NOT EXISTS (${COUNTED})`,
      parameters: [paymentId],
      expectedRows: 1,
    });
  }
}
