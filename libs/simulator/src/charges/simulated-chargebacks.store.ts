import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, type Mode } from '@app/kernel';
import { DataSource } from 'typeorm';

const HOUR_SECONDS = 3600;

/** A row of `simulator.chargebacks`. */
export interface SimulatedChargeback {
  id: string;
  transaction_id: string;
  stage: number;
  status: string;
  amount: string;
  currency: string;
  reason: string;
  comment: string | null;
  due_at: Date;
  created_at: Date;
}

export type NewChargeback = Pick<SimulatedChargeback, 'transaction_id' | 'amount' | 'currency' | 'reason'> & {
  /** How long the company takes an answer. */
  hours: number;
};

const COLUMNS = 'id, transaction_id, stage, status, amount, currency, reason, comment, due_at, created_at';

/** Stores the chargebacks of the simulated company. */
@Injectable()
export class SimulatedChargebacksStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  async open(mode: Mode, given: NewChargeback): Promise<SimulatedChargeback> {
    const now = this.clock.now();
    const { transaction_id, amount, currency, reason, hours } = given;
    const [row] = await this.database.query<SimulatedChargeback[]>(
      `INSERT INTO simulator.chargebacks (mode, transaction_id, stage, status, amount, currency, reason, due_at, created_at)
       VALUES ($1, $2, 1, 'initiated', $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      [mode, transaction_id, amount, currency, reason, addSeconds(now, hours * HOUR_SECONDS), now],
    );
    return row!;
  }

  async byId(mode: Mode, id: string): Promise<SimulatedChargeback | null> {
    const [row] = await this.database.query<SimulatedChargeback[]>(
      `SELECT ${COLUMNS} FROM simulator.chargebacks WHERE mode = $1 AND id = $2`,
      [mode, id],
    );
    return row ?? null;
  }

  /** Those of this day and later, the oldest first, with their number. */
  async since(mode: Mode, day: string, { page, size }: { page: number; size: number }) {
    const where = `mode = $1 AND created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'`;
    const chargebacks = await this.database.query<SimulatedChargeback[]>(
      `SELECT ${COLUMNS} FROM simulator.chargebacks WHERE ${where} ORDER BY created_at, id LIMIT $3 OFFSET $4`,
      [mode, day, size, (page - 1) * size],
    );
    const [row] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM simulator.chargebacks WHERE ${where}`,
      [mode, day],
    );
    return { chargebacks, total: row!.total };
  }

  /** Takes the answer of the merchant; null where the chargeback takes none. */
  async answer(id: string, status: string, comment: string): Promise<SimulatedChargeback | null> {
    const [row] = await this.updated(
      `status = $2, comment = $3, answers = answers + 1 WHERE id = $1 AND (status = 'initiated' OR status = $2)`,
      [id, status, comment],
    );
    return row ?? null;
  }

  /** Sets what the company says of it from now on; `again`: the bank of the payer raised it again. */
  async decide(id: string, status: string, again: boolean, hours: number): Promise<SimulatedChargeback> {
    const due = addSeconds(this.clock.now(), hours * HOUR_SECONDS);
    const [row] = await this.updated(
      'status = $2, stage = stage + $3, due_at = CASE WHEN $3 > 0 THEN $4 ELSE due_at END WHERE id = $1',
      [id, status, again ? 1 : 0, due],
    );
    return row!;
  }

  private async updated(change: string, values: unknown[]): Promise<SimulatedChargeback[]> {
    return this.database.query(
      `WITH changed AS (UPDATE simulator.chargebacks SET ${change} RETURNING ${COLUMNS}) SELECT * FROM changed`,
      values,
    );
  }
}
