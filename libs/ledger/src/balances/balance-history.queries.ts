import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';

/**
 * By how many seconds the times of two movements may contradict their order, because hosts' clocks differ and a
 * movement that waits for a lock keeps its start time. A period is final when this time has passed since its
 * end.
 */
export const SETTLING_SECONDS = 60;

/** The state of an account at a time: its number of movements and the balance after the last one. */
export interface PastBalance {
  movements: bigint;
  balance: Money;
}

/** Looks up past balances. The cost grows with the logarithm of the number of movements. */
@Injectable()
export class BalanceHistoryQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** The state after the last movement, by number, that is not later than `at`; zero before the first. */
  async at(accountId: string, currency: Currency, at: Date): Promise<PastBalance> {
    const { rows } = await this.pool.query<{ seq: string; balance_after_minor: string }>({
      name: 'ledger_balance_at',
      text: `SELECT seq, balance_after_minor FROM ledger.legs
              WHERE account_id = $1 AND seq = (SELECT ledger.last_seq_at($1, $2, make_interval(secs => $3)))`,
      values: [accountId, at, SETTLING_SECONDS],
    });
    const [row] = rows;
    return {
      movements: BigInt(row?.seq ?? 0),
      balance: new Money(BigInt(row?.balance_after_minor ?? 0), currency),
    };
  }
}
