import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { SimulatorSettingsService } from '../common/simulator-settings.service';

/** Failures of the transport of a response. They affect the operation for which they are ordered. */
export const RESPONSE_FAILURES = [
  '503-before',
  '503-after',
  'drop-before',
  'drop-connection',
  'garbage',
  'delay',
] as const;
/** Failures of the end of a charge. They affect the next charge that ends, in any step. */
export const CHARGE_FAILURES = ['duplicate-event', 'event-before-answer', 'amount-mismatch'] as const;
/**
 * Failures of the end of a refund. `refund-pending` lasts the ordered number of milliseconds; `refuses-method` refuses it
 * because of how the charge was paid.
 */
export const REFUND_FAILURES = [
  'refund-without-key',
  'refund-pending',
  'refund-short',
  'refuses-method',
] as const;
export const OPERATIONS = [
  'charge',
  'validate',
  'verify',
  'refund',
  'transfer',
  'chargeback',
  'chargeback-answer',
] as const;

export type FailureKind =
  (typeof RESPONSE_FAILURES)[number] | (typeof CHARGE_FAILURES)[number] | (typeof REFUND_FAILURES)[number];
export type Operation = (typeof OPERATIONS)[number] | 'settle' | 'return';

/** Failures ordered by tests. They are stored in the database, so that they affect every process. */
@Injectable()
export class FailuresService {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettingsService,
  ) {}

  async order(fault: { mode: Mode; operation: Operation; kind: FailureKind; ms: number; times: number }) {
    await this.database.query(
      `INSERT INTO simulator.faults (mode, operation, kind, ms, remaining) VALUES ($1, $2, $3, $4, $5)`,
      [fault.mode, fault.operation, fault.kind, fault.ms, fault.times],
    );
  }

  async clear(mode: Mode): Promise<void> {
    await this.database.query(`DELETE FROM simulator.faults WHERE mode = $1`, [mode]);
  }

  /** Uses up one failure of each kind that is ordered for this operation. Returns milliseconds by kind. */
  async consume(mode: Mode, operation: Operation): Promise<Map<FailureKind, number>> {
    if (!this.settings.faultsAllowed) return new Map();
    const due = await this.database.query<{ kind: FailureKind; ms: number }[]>(
      `WITH due AS (
         UPDATE simulator.faults SET remaining = remaining - 1
         WHERE remaining > 0 AND id IN (
           SELECT min(id) FROM simulator.faults WHERE mode = $1 AND operation = $2 AND remaining > 0 GROUP BY kind)
         RETURNING kind, ms)
       SELECT kind, ms FROM due`,
      [mode, operation],
    );
    return new Map(due.map(({ kind, ms }) => [kind, ms]));
  }
}
