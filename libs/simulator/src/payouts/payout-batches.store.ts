import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { DataSource } from 'typeorm';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import type { PayoutScript } from './test-mailboxes.policy';

const REVERSE_AFTER = `interval '2 seconds'`;
/** What the simulated provider holds for us at first, in minor units of each currency. It is not in our books. */
const FIRST_BALANCE = 10_000_000_000_000n;

/** The state of an item follows from its script and the time. Real time counts, also where a test stops the clock. */
const STATUS = `CASE
  WHEN is_cancelled THEN 'RETURNED'
  WHEN now() < final_at THEN 'PENDING'
  WHEN script = 'unclaimed' THEN 'UNCLAIMED'
  WHEN script = 'held' THEN 'ONHOLD'
  WHEN script = 'denied' THEN 'DENIED'
  WHEN script = 'returned' THEN 'RETURNED'
  WHEN script = 'reversed-later' AND now() >= final_at + ${REVERSE_AFTER} THEN 'REVERSED'
  ELSE 'SUCCESS' END`;
const FAILED = `('DENIED', 'RETURNED', 'REVERSED')`;

/** A row of `simulator.payout_batches`: a batch and its only item. */
export interface SimulatedBatch {
  id: string;
  item_id: string;
  sender_batch_id: string;
  request_id: string;
  receiver: string;
  amount_minor: string;
  currency: string;
  script: PayoutScript;
  status: string;
  created_at: Date;
}

export interface BatchOrder {
  senderBatchId: string;
  requestId: string;
  receiver: string;
  amountMinor: bigint;
  currency: string;
  script: PayoutScript;
}

/** Stores payout batches, one per id of the sender, with the events about their items. */
@Injectable()
export class PayoutBatchesStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly settings: SimulatorSettingsService,
  ) {}

  /** Null if the sender has used the id already. */
  async add(order: BatchOrder): Promise<SimulatedBatch | null> {
    return this.one(
      `WITH taken AS (
         INSERT INTO simulator.payout_batches (id, item_id, sender_batch_id, request_id, receiver, amount_minor, currency,
           script, created_at, final_at)
         VALUES ($1, $2, $3, $4, $5, $6::bigint, $7, $8, $9, now() + $10::int * interval '1 millisecond')
         ON CONFLICT (sender_batch_id) DO NOTHING RETURNING *),
       reported AS (
         INSERT INTO simulator.payout_events (batch_id, due_at)
         SELECT id, due_at FROM taken,
           unnest(CASE script WHEN 'reversed-later' THEN ARRAY[final_at, final_at + ${REVERSE_AFTER}]
             ELSE ARRAY[final_at] END) due_at)
       SELECT *, ${STATUS} AS status FROM taken`,
      [
        idLike('B'),
        idLike('I'),
        order.senderBatchId,
        order.requestId,
        order.receiver,
        order.amountMinor.toString(),
        order.currency,
        order.script,
        this.clock.now(),
        this.settings.eventDelayMs,
      ],
    );
  }

  byId(id: string): Promise<SimulatedBatch | null> {
    return this.where('id', id);
  }

  bySender(senderBatchId: string): Promise<SimulatedBatch | null> {
    return this.where('sender_batch_id', senderBatchId);
  }

  byItem(itemId: string): Promise<SimulatedBatch | null> {
    return this.where('item_id', itemId);
  }

  /** Cancels an unclaimed item. Null in any other state. */
  cancel(itemId: string): Promise<SimulatedBatch | null> {
    return this.one(
      `WITH cancelled AS (
         UPDATE simulator.payout_batches SET is_cancelled = true
          WHERE item_id = $1 AND ${STATUS} = 'UNCLAIMED' RETURNING *),
       reported AS (
         INSERT INTO simulator.payout_events (batch_id, due_at) SELECT id, now() FROM cancelled)
       SELECT *, ${STATUS} AS status FROM cancelled`,
      [itemId],
    );
  }

  /** Minor units that the simulated provider holds for us. */
  async balance(currency: string): Promise<bigint> {
    const [row] = await this.database.query<{ spent: string }[]>(
      `SELECT coalesce(sum(amount_minor), 0) AS spent FROM simulator.payout_batches
        WHERE currency = $1 AND ${STATUS} NOT IN ${FAILED}`,
      [currency],
    );
    return FIRST_BALANCE - BigInt(row!.spent);
  }

  private where(column: 'id' | 'sender_batch_id' | 'item_id', value: string): Promise<SimulatedBatch | null> {
    const sql = `SELECT *, ${STATUS} AS status FROM simulator.payout_batches WHERE ${column} = $1`;
    return this.one(sql, [value]);
  }

  private async one(sql: string, parameters: unknown[]): Promise<SimulatedBatch | null> {
    const [row] = await this.database.query<SimulatedBatch[]>(sql, parameters);
    return row ?? null;
  }
}

/** As the provider writes its ids. */
const idLike = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex').toUpperCase()}`;
