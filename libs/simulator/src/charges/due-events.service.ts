import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SimulatedCharge } from './simulated-charge';
import { SimulatorSettingsService } from '../common/simulator-settings.service';

export interface DueEvent {
  id: string;
  /** Includes this delivery. */
  attempts: number;
  charge: SimulatedCharge;
}

type EndState = 'sent' | 'no-receiver' | 'given-up';

/** Longer than a delivery may take; the claim of a crashed process becomes due again. */
const LEASE = `interval '30 seconds'`;
const MAX_OF_CHARGE = 50;

/**
 * The queue of `simulator.events`. It uses real time, so that delivery continues when a test freezes the
 * product's clock.
 */
@Injectable()
export class DueEventsService {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettingsService,
  ) {}

  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ due_at: Date | null }[]>(
      `SELECT min(due_at) AS due_at FROM simulator.events WHERE state = 'due' AND mode = ANY($1)`,
      [this.modes],
    );
    return row!.due_at;
  }

  claim(room: number, upTo: Date): Promise<DueEvent[]> {
    return this.take(`due_at <= $2 AND mode = ANY($3)`, room, [upTo, this.modes]);
  }

  claimOf(chargeId: string): Promise<DueEvent[]> {
    return this.take(`charge_id = $2`, MAX_OF_CHARGE, [chargeId]);
  }

  async end({ id }: DueEvent, state: EndState, error: string | null = null): Promise<void> {
    await this.database.query(`UPDATE simulator.events SET state = $2, last_error = $3 WHERE id = $1`, [
      id,
      state,
      error,
    ]);
  }

  async retry({ id }: DueEvent, inMs: number, error: string): Promise<void> {
    await this.database.query(
      `UPDATE simulator.events SET due_at = now() + $2::int * interval '1 millisecond', last_error = $3 WHERE id = $1`,
      [id, inMs, error],
    );
  }

  private get modes(): string[] {
    return this.settings.tenants.map(({ mode }) => mode);
  }

  private async take(condition: string, limit: number, parameters: unknown[]): Promise<DueEvent[]> {
    const rows = await this.database.query<(SimulatedCharge & { event_id: string; attempts: number })[]>(
      `WITH claimed AS (
         UPDATE simulator.events SET attempts = attempts + 1, due_at = now() + ${LEASE}
         WHERE id IN (
           SELECT id FROM simulator.events WHERE state = 'due' AND ${condition}
           ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, charge_id, attempts)
       SELECT charges.*, claimed.id AS event_id, claimed.attempts
       FROM claimed JOIN simulator.charges ON charges.id = claimed.charge_id`,
      [limit, ...parameters],
    );
    return rows.map(({ event_id: id, attempts, ...charge }) => ({ id, attempts, charge }));
  }
}
