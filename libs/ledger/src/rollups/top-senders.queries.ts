import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

/** Days of the sums by sender, today included. */
export const SENDER_DAYS = 90;

const DAY_MS = 86_400_000;

export interface SenderSum {
  senderId: string;
  count: bigint;
  /** In smallest units. */
  minor: bigint;
}

/** Finds the people from whom an account received most. */
@Injectable()
export class TopSendersQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** The sums of the last 90 days in UTC, the greatest first, as of `now`. */
  async of(accountId: string, now: Date, limit: number): Promise<SenderSum[]> {
    const { rows } = await this.pool.query<{ sender_id: string; count: string; amount_minor: string }>({
      name: 'ledger_top_senders',
      text: 'SELECT * FROM ledger.top_senders($1, $2::date, $3)',
      values: [accountId, firstDay(now), limit],
    });
    return rows.map((row) => ({
      senderId: row.sender_id,
      count: BigInt(row.count),
      minor: BigInt(row.amount_minor),
    }));
  }
}

/** The first of the days, in UTC. */
export function firstDay(now: Date): string {
  return new Date(now.getTime() - (SENDER_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}
