import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** Longer than the gateway takes to answer: afterwards its answer is lost, and it may be asked again. */
const ANSWER_SECONDS = 90;
/** Until transfers whose events were lost are looked for. */
const CHECK_SECONDS = 24 * 3600;

/** A permanent NGN account number, whose transfers credit its owner. */
export interface VirtualAccount {
  accountNumber: string;
  bankName: string;
  accountName: string;
  /** The page on which a tester makes transfers to it; null except at the simulator. */
  simulateUrl: string | null;
}

const REFERENCE = /^va_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The gateway's name for all numbers of an owner. */
export const referenceOf = (ownerId: string) => `va_${ownerId}`;

/** Null for a reference of anything else. */
export const ownerOfReference = (reference: string) => REFERENCE.exec(reference)?.[1] ?? null;

/** The account numbers of owners, one each at most. */
@Injectable()
export class VirtualAccountsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Null where none is open. */
  async find(ownerId: string): Promise<VirtualAccount | null> {
    const { rows } = await this.pool.query<VirtualAccount>(
      `SELECT account_number AS "accountNumber", bank_name AS "bankName", account_name AS "accountName",
              simulate_url AS "simulateUrl"
         FROM virtual_accounts WHERE owner_id = $1 AND account_number IS NOT NULL`,
      [ownerId],
    );
    return rows[0] ?? null;
  }

  /** Whether the gateway was asked for the owner's number, be it that the answer was lost. */
  async isKnown(ownerId: string): Promise<boolean> {
    const { rows } = await this.pool.query('SELECT 1 FROM virtual_accounts WHERE owner_id = $1', [ownerId]);
    return rows.length > 0;
  }

  /** Whether the gateway may be asked for this owner's number: it has none, and no answer is awaited. */
  async isFree(ownerId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ free: boolean }>(
      'SELECT account_number IS NULL AND asked_at <= $2 AS free FROM virtual_accounts WHERE owner_id = $1',
      [ownerId, this.answeredBy],
    );
    return rows[0]?.free ?? true;
  }

  /** Stages the intent to ask the gateway. Where another process has it, the command starts over. */
  begin(ownerId: string): void {
    const now = this.clock.now();
    this.unit.stage({
      sql: `INSERT INTO virtual_accounts AS known (owner_id, tx_ref, asked_at, check_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (owner_id) DO UPDATE SET asked_at = $3
             WHERE known.account_number IS NULL AND known.asked_at <= $5`,
      parameters: [ownerId, referenceOf(ownerId), now, addSeconds(now, CHECK_SECONDS), this.answeredBy],
      expectedRows: 1,
    });
  }

  /** Stages the number. Where another process has one first, the command starts over. */
  open(ownerId: string, { accountNumber, bankName, accountName, simulateUrl }: VirtualAccount): void {
    this.unit.stage({
      sql: `UPDATE virtual_accounts
               SET account_number = $2, bank_name = $3, account_name = $4, simulate_url = $5, opened_at = $6
             WHERE owner_id = $1 AND account_number IS NULL`,
      parameters: [ownerId, accountNumber, bankName, accountName, simulateUrl, this.clock.now()],
      expectedRows: 1,
    });
  }

  /** Owners whose lost events are to be looked for by now, the longest waiting first. */
  async due(now: Date, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ owner_id: string }>(
      'SELECT owner_id FROM virtual_accounts WHERE check_at <= $1 ORDER BY check_at LIMIT $2',
      [now, limit],
    );
    return rows.map(({ owner_id: ownerId }) => ownerId);
  }

  /** When the gateway last listed the transfers to the owner's numbers; null: never. */
  async lastCheck(ownerId: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ checked_at: Date | null }>(
      'SELECT checked_at FROM virtual_accounts WHERE owner_id = $1',
      [ownerId],
    );
    return rows[0]?.checked_at ?? null;
  }

  /** Every transfer that the gateway knew at that time is credited. */
  async recordCheck(ownerId: string, checkedAt: Date): Promise<void> {
    await this.pool.query('UPDATE virtual_accounts SET checked_at = $2, check_at = $3 WHERE owner_id = $1', [
      ownerId,
      checkedAt,
      addSeconds(checkedAt, CHECK_SECONDS),
    ]);
  }

  async postponeCheck(ownerId: string, seconds: number): Promise<void> {
    await this.pool.query('UPDATE virtual_accounts SET check_at = $2 WHERE owner_id = $1', [
      ownerId,
      addSeconds(this.clock.now(), seconds),
    ]);
  }

  private get answeredBy(): Date {
    return addSeconds(this.clock.now(), -ANSWER_SECONDS);
  }
}
