import { Injectable } from '@nestjs/common';
import { Clock, randomToken } from '@app/kernel';
import { DataSource, type EntityManager } from 'typeorm';
import type { SimulatedCharge } from './simulated-charge';

export interface SimulatedRefund {
  id: string;
  amount_minor: string;
  created_at: Date;
}

/** Refunds never exceed the charge; a reference seen before answers with its first refund. */
@Injectable()
export class SimulatedRefunds {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Null when the charge has not so much left, or was never paid. Without a reference every call is a new refund. */
  refund(
    charge: SimulatedCharge,
    amountMinor: bigint,
    reference: string | null,
  ): Promise<SimulatedRefund | null> {
    return this.database.transaction(async (manager) => {
      // The row lock lets one refund of a charge decide at a time.
      await manager.query(`SELECT FROM simulator.charges WHERE id = $1 FOR UPDATE`, [charge.id]);
      const earlier = reference === null ? null : await this.earlier(manager, charge.id, reference);
      return earlier ?? this.book(manager, charge.id, amountMinor, reference ?? `none-${randomToken(12)}`);
    });
  }

  private async earlier(manager: EntityManager, chargeId: string, reference: string) {
    const sql = `SELECT * FROM simulator.refunds WHERE charge_id = $1 AND reference = $2`;
    const [row] = await manager.query<SimulatedRefund[]>(sql, [chargeId, reference]);
    return row ?? null;
  }

  private async book(manager: EntityManager, chargeId: string, amountMinor: bigint, reference: string) {
    const [row] = await manager.query<SimulatedRefund[]>(
      `WITH covered AS (
         UPDATE simulator.charges SET refunded_minor = refunded_minor + $2::bigint
         WHERE id = $1 AND status = 'successful' AND refunded_minor + $2::bigint <= charged_minor RETURNING id),
       booked AS (
         INSERT INTO simulator.refunds (charge_id, reference, amount_minor, created_at)
         SELECT id, $3, $2::bigint, $4 FROM covered RETURNING *)
       SELECT * FROM booked`,
      [chargeId, amountMinor.toString(), reference, this.clock.now()],
    );
    return row ?? null;
  }
}
