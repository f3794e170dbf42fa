import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { EscrowCancelled, EscrowReleased, EscrowResolved } from '@app/escrow';
import { InTransaction, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { chargedBack, takenBack } from '../chargeback.errors';
import { escrowLock } from '../escrow-lock.policy';

/** Chargebacks of the session `$1` for which its escrow has to hold the money; `$2`: something goes back to the buyer. */
const HOLDING = `
  SELECT chargeback_id, ended_at IS NULL AS is_open FROM chargebacks
   WHERE session_id = $1 AND ((escrow_id IS NOT NULL AND status IN ('opened', 'contested')) OR ($2 AND status <> 'won'))
   ORDER BY ended_at NULLS FIRST LIMIT 1`;

/** Keeps the money of an escrow where it is while its payment has an open chargeback. */
@EventsHandler(EscrowReleased, EscrowCancelled, EscrowResolved)
@InTransaction()
export class HoldChargedBackEscrows implements IEventHandler<
  EscrowReleased | EscrowCancelled | EscrowResolved
> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /** The commit starts over where a chargeback is opened first: both take the lock of the payment. */
  async handle({ data }: EscrowReleased | EscrowCancelled | EscrowResolved): Promise<void> {
    const { checkoutSessionId: sessionId, settlement } = data;
    if (sessionId === null) return;
    const parameters = [sessionId, !settlement.initiator.amount.isZero];
    const { rows } = await this.pool.query<{ chargeback_id: string; is_open: boolean }>(HOLDING, parameters);
    const [found] = rows;
    if (found) throw (found.is_open ? chargedBack : takenBack)(found.chargeback_id);
    this.unit.lock(escrowLock(sessionId));
    this.unit.stage({
      sql: `SELECT 1 WHERE NOT EXISTS (${HOLDING})`,
      parameters,
      expectedRows: 1,
    });
  }
}
