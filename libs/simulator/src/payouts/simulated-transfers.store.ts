import { Injectable } from '@nestjs/common';
import { Clock, type Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import type { TransferScript } from './test-accounts.policy';

/** Until a transfer of script `returned` comes back, after it was delivered. */
const RETURN_AFTER = `interval '2 seconds'`;
/** What the simulated provider holds for us at first, in minor units of each currency. It is not in our books. */
const FIRST_BALANCE = 10_000_000_000_000n;

/** The state of a transfer follows from its script and the time. Real time counts, also where a test stops the clock. */
const STATUS = `CASE
  WHEN script = 'pending' THEN 'PENDING'
  WHEN now() < final_at THEN 'NEW'
  WHEN script = 'fails' THEN 'FAILED'
  WHEN script = 'returned' AND now() >= final_at + ${RETURN_AFTER} THEN 'REVERSED'
  ELSE 'SUCCESSFUL' END`;

/** A row of `simulator.transfers`; amounts are int8 as text, in minor units. */
export interface SimulatedTransfer {
  id: string;
  mode: Mode;
  reference: string;
  account_bank: string;
  account_number: string;
  beneficiary_name: string;
  narration: string;
  amount_minor: string;
  fee_minor: string;
  currency: string;
  script: TransferScript;
  /** False: the only sending got no answer and was not carried out. */
  is_taken: boolean;
  status: 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED' | 'REVERSED';
  created_at: Date;
}

export interface TransferOrder {
  reference: string;
  accountBank: string;
  accountNumber: string;
  beneficiaryName: string;
  narration: string;
  amountMinor: bigint;
  feeMinor: bigint;
  currency: string;
  script: TransferScript;
}

/** Stores transfers, one per reference, with the events about them. */
@Injectable()
export class SimulatedTransfersStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly settings: SimulatorSettingsService,
  ) {}

  /**
   * Null if the reference is taken already. The first sending to an account of script `lost-unanswered` is remembered
   * and not carried out; the second is.
   */
  async add(mode: Mode, order: TransferOrder): Promise<SimulatedTransfer | null> {
    const isTaken = order.script !== 'lost-unanswered';
    const [row] = await this.database.query<SimulatedTransfer[]>(
      `WITH taken AS (
         INSERT INTO simulator.transfers (mode, reference, account_bank, account_number, beneficiary_name, narration,
           amount_minor, fee_minor, currency, script, is_taken, created_at, final_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9, $10, $11, $12,
           now() + $13::int * interval '1 millisecond')
         ON CONFLICT (mode, reference) DO UPDATE SET is_taken = true WHERE NOT simulator.transfers.is_taken
         RETURNING *),
       reported AS (
         INSERT INTO simulator.payout_events (transfer_id, due_at)
         SELECT id, due_at FROM taken,
           unnest(CASE script
             WHEN 'pending' THEN '{}'
             WHEN 'early-events' THEN ARRAY[now(), now(), final_at]
             WHEN 'returned' THEN ARRAY[final_at, final_at + ${RETURN_AFTER}]
             ELSE ARRAY[final_at] END::timestamptz[]) due_at
          WHERE is_taken)
       SELECT *, ${STATUS} AS status FROM taken`,
      [
        mode,
        order.reference,
        order.accountBank,
        order.accountNumber,
        order.beneficiaryName,
        order.narration,
        order.amountMinor.toString(),
        order.feeMinor.toString(),
        order.currency,
        order.script,
        isTaken,
        this.clock.now(),
        this.settings.eventDelayMs,
      ],
    );
    return row ?? null;
  }

  byReference(mode: Mode, reference: string): Promise<SimulatedTransfer[]> {
    return this.database.query(
      `SELECT *, ${STATUS} AS status FROM simulator.transfers WHERE is_taken AND mode = $1 AND reference = $2`,
      [mode, reference],
    );
  }

  async byId(mode: Mode, id: string): Promise<SimulatedTransfer | null> {
    const [row] = await this.database.query<SimulatedTransfer[]>(
      `SELECT *, ${STATUS} AS status FROM simulator.transfers WHERE is_taken AND mode = $1 AND id = $2::bigint`,
      [mode, id],
    );
    return row ?? null;
  }

  /** Minor units that the simulated provider holds for us. */
  async balance(mode: Mode, currency: string): Promise<bigint> {
    const [row] = await this.database.query<{ spent: string }[]>(
      `SELECT coalesce(sum(amount_minor + fee_minor), 0) AS spent FROM
         (SELECT *, ${STATUS} AS status FROM simulator.transfers
           WHERE is_taken AND mode = $1 AND currency = $2) transfers
        WHERE status NOT IN ('FAILED', 'REVERSED')`,
      [mode, currency],
    );
    return FIRST_BALANCE - BigInt(row!.spent);
  }
}
