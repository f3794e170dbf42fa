import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, type Mode, randomToken } from '@app/kernel';
import { DataSource, type EntityManager } from 'typeorm';
import { SimulatorRefusal } from '../common/envelope.view';
import { FailuresService } from '../failures/failures.service';
import type { SimulatedCharge } from './simulated-charge';

const ONE_MAJOR_UNIT = 100n;
/** The state of a refund at the time in the statement's first parameter. */
const STATUS = `CASE WHEN done_at > $1 THEN 'pending' ELSE 'completed' END`;

export interface SimulatedRefund {
  id: string;
  amount_minor: string;
  created_at: Date;
  status: 'completed' | 'pending';
}

/**
 * Stores refunds, which never exceed the charge. A known reference returns its first refund, unless a test switches
 * this off.
 */
@Injectable()
export class SimulatedRefundsStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly failures: FailuresService,
  ) {}

  /**
   * Null if the rest of the charge is too small or the charge was never paid. Each call without a reference creates a
   * refund.
   */
  async refund(
    charge: SimulatedCharge,
    amountMinor: bigint,
    reference: string | null,
  ): Promise<SimulatedRefund | null> {
    const due = await this.failures.consume(charge.mode, 'return');
    if (due.has('refuses-method'))
      throw new SimulatorRefusal(400, 'Refunds are not supported for this payment method');
    const key = due.has('refund-without-key') ? null : reference;
    const minor = due.has('refund-short') ? amountMinor - ONE_MAJOR_UNIT : amountMinor;
    const doneAt = addSeconds(this.clock.now(), (due.get('refund-pending') ?? 0) / 1000);
    return this.database.transaction(async (manager) => {
      // The row lock serialises the refunds of a charge.
      await manager.query(`SELECT FROM simulator.charges WHERE id = $1 FOR UPDATE`, [charge.id]);
      const earlier = key === null ? null : await this.earlier(manager, charge.id, key);
      return earlier ?? this.book(manager, charge.id, minor, key ?? `none-${randomToken(12)}`, doneAt);
    });
  }

  /** Returns the current state of a refund of a charge in this mode. */
  async byId(mode: Mode, id: string): Promise<(SimulatedRefund & { charge_id: string }) | null> {
    const [row] = await this.database.query<(SimulatedRefund & { charge_id: string })[]>(
      `SELECT r.*, ${STATUS} AS status FROM simulator.refunds r JOIN simulator.charges c ON c.id = r.charge_id
        WHERE r.id = $2 AND c.mode = $3`,
      [this.clock.now(), id, mode],
    );
    return row ?? null;
  }

  private async earlier(manager: EntityManager, chargeId: string, reference: string) {
    const sql = `SELECT *, ${STATUS} AS status FROM simulator.refunds WHERE charge_id = $2 AND reference = $3`;
    const [row] = await manager.query<SimulatedRefund[]>(sql, [this.clock.now(), chargeId, reference]);
    return row ?? null;
  }

  private async book(
    manager: EntityManager,
    chargeId: string,
    amountMinor: bigint,
    reference: string,
    doneAt: Date,
  ) {
    const [row] = await manager.query<SimulatedRefund[]>(
      `WITH covered AS (
         UPDATE simulator.charges SET refunded_minor = refunded_minor + $2::bigint
         WHERE id = $1 AND status = 'successful' AND refunded_minor + $2::bigint <= charged_minor RETURNING id),
       booked AS (
         INSERT INTO simulator.refunds (charge_id, reference, amount_minor, created_at, done_at)
         SELECT id, $3, $2::bigint, $4, $5 FROM covered RETURNING *)
       SELECT *, CASE WHEN done_at > created_at THEN 'pending' ELSE 'completed' END AS status FROM booked`,
      [chargeId, amountMinor.toString(), reference, this.clock.now(), doneAt],
    );
    return row ?? null;
  }
}
