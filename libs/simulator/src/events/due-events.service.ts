import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SimulatedCharge } from '../charges/simulated-charge';
import { SimulatorSettings } from '../simulator-settings.service';

export interface DueEvent {
  id: string;
  /** This delivery included. */
  attempts: number;
  charge: SimulatedCharge;
}

/** Longer than a delivery may take: a claim whose process died becomes due again. */
const LEASE = `interval '30 seconds'`;

/**
 * The queue of `simulator.events`. Its times are the database's own: delivery is plumbing between machines,
 * and must go on when a test freezes the product's clock.
 */
@Injectable()
export class DueEvents {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettings,
  ) {}

  claim(): Promise<DueEvent[]> {
    return this.take(`due_at <= now() AND mode = ANY($1)`, [this.settings.tenants.map(({ mode }) => mode)]);
  }

  claimOf(chargeId: string): Promise<DueEvent[]> {
    return this.take(`charge_id = $1`, [chargeId]);
  }

  async sent({ id }: DueEvent): Promise<void> {
    await this.database.query(`UPDATE simulator.events SET state = 'sent', last_error = NULL WHERE id = $1`, [
      id,
    ]);
  }

  async noReceiver({ id }: DueEvent): Promise<void> {
    await this.database.query(`UPDATE simulator.events SET state = 'no-receiver' WHERE id = $1`, [id]);
  }

  async retry({ id }: DueEvent, inMs: number, error: string): Promise<void> {
    await this.database.query(
      `UPDATE simulator.events SET due_at = now() + $2::int * interval '1 millisecond', last_error = $3 WHERE id = $1`,
      [id, inMs, error],
    );
  }

  async giveUp({ id }: DueEvent, error: string): Promise<void> {
    await this.database.query(
      `UPDATE simulator.events SET state = 'given-up', last_error = $2 WHERE id = $1`,
      [id, error],
    );
  }

  private async take(condition: string, parameters: unknown[]): Promise<DueEvent[]> {
    const rows = await this.database.query<(SimulatedCharge & { event_id: string; attempts: number })[]>(
      `WITH claimed AS (
         UPDATE simulator.events SET attempts = attempts + 1, due_at = now() + ${LEASE}
         WHERE id IN (
           SELECT id FROM simulator.events WHERE state = 'due' AND ${condition}
           ORDER BY due_at LIMIT 50 FOR UPDATE SKIP LOCKED)
         RETURNING id, charge_id, attempts)
       SELECT charges.*, claimed.id AS event_id, claimed.attempts
       FROM claimed JOIN simulator.charges ON charges.id = claimed.charge_id`,
      parameters,
    );
    return rows.map(({ event_id: id, attempts, ...charge }) => ({ id, attempts, charge }));
  }
}
