import { Injectable } from '@nestjs/common';
import { Clock, minorToJsonNumber } from '@app/kernel';
import { ALL_TIME, MovementSumsQueries } from '@app/ledger';
import { TransactionListQueries } from '@app/wallet';
import { typesOf } from '../figures/movement-figures.policy';

/** What the transactions of one type in one currency sum to. */
export interface TransactionTotal {
  type: string;
  currency: string;
  count: number;
  in: number;
  out: number;
}

/** Sums everything that moved what an account can spend: in each currency, in less out is the balance. */
@Injectable()
export class TransactionTotalsQueries {
  constructor(
    private readonly lists: TransactionListQueries,
    private readonly sums: MovementSumsQueries,
    private readonly clock: Clock,
  ) {}

  /** By currency and type, of all time and of this month in UTC, in one snapshot. */
  async totals(ownerId: string): Promise<{ lifetime: TransactionTotal[]; month: TransactionTotal[] }> {
    const accounts = (await this.lists.accountsOf(ownerId)).filter(({ bucket }) => bucket === 'available');
    const now = this.clock.now();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const ids = accounts.map(({ accountId }) => accountId);
    const sums = await this.sums.between(ids, [ALL_TIME[0], month, ALL_TIME[1]]);
    const totals = (buckets: readonly number[]): TransactionTotal[] =>
      accounts.flatMap(({ accountId, currency }) => {
        const own = sums.filter((sum) => sum.accountId === accountId && buckets.includes(sum.bucket));
        return typesOf(own).map((figures) => ({
          type: figures.type,
          currency,
          count: Number(figures.count),
          in: minorToJsonNumber(figures.in),
          out: minorToJsonNumber(figures.out),
        }));
      });
    return { lifetime: totals([0, 1]), month: totals([1]) };
  }
}
