import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, serviceAccountId } from '@app/database';
import { type Currency, CURRENCIES, Money } from '@app/kernel';
import { LedgerQueries } from '@app/ledger';
import type { Pool } from 'pg';
import { FLOATS, type PayoutMethod } from '../money/payout.money';

/** What the provider holds for withdrawals of one method in one currency. */
export interface ListedFloat {
  method: PayoutMethod;
  booked: Money;
  /** Null while it was not compared, or where the provider does not say. */
  reported: Money | null;
  difference: Money | null;
  comparedAt: Date | null;
}

/** Withdrawals and refunds of a float that its provider has or may have. */
export interface FloatTraffic {
  method: PayoutMethod;
  provider: string;
  currency: Currency;
  underWay: Money;
  /** Sent in the last 24 hours. */
  lastDay: Money;
}

/** The only method by which providers pay refunds to accounts. */
const REFUNDING: PayoutMethod = 'bank';

/** Reads the floats and what is paid from them. */
@Injectable()
export class FloatsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly ledger: LedgerQueries,
  ) {}

  /** Floats that hold or held money, with their last comparison. */
  async list(): Promise<ListedFloat[]> {
    const { rows } = await this.pool.query<{
      method: PayoutMethod;
      currency: Currency;
      reported_minor: string;
      difference_minor: string;
      compared_at: Date;
    }>(
      'SELECT method, currency, reported_minor, difference_minor, compared_at FROM payout_float_comparisons',
    );
    const floats: ListedFloat[] = [];
    for (const method of Object.keys(FLOATS) as PayoutMethod[]) {
      for (const currency of CURRENCIES) {
        const booked = await this.booked(method, currency);
        const last = rows.find((row) => row.method === method && row.currency === currency);
        if (booked.isZero && !last) continue;
        floats.push({
          method,
          booked,
          reported: last ? new Money(BigInt(last.reported_minor), currency) : null,
          difference: last ? new Money(BigInt(last.difference_minor), currency) : null,
          comparedAt: last?.compared_at ?? null,
        });
      }
    }
    return floats;
  }

  /** What the provider holds by the books: the account is below zero while it holds money. */
  async booked(method: PayoutMethod, currency: Currency): Promise<Money> {
    const account = await this.ledger.account(serviceAccountId(FLOATS[method], currency));
    return account!.balance.negated();
  }

  /** Every float that withdrawals and refunds have been sent from. */
  async traffic(since: Date): Promise<FloatTraffic[]> {
    const { rows } = await this.pool.query<{
      method: PayoutMethod;
      provider: string;
      currency: Currency;
      under_way: string;
      last_day: string;
    }>(
      `SELECT method, provider, payout_currency AS currency,
              coalesce(sum(payout_minor + coalesce(provider_fee_minor, 0)) FILTER (WHERE processed_at IS NULL), 0) AS under_way,
              coalesce(sum(payout_minor) FILTER (WHERE created_at > $1 AND status <> 'failed'), 0) AS last_day
         FROM (SELECT method, provider, payout_currency, payout_minor, provider_fee_minor, processed_at, created_at, status
                 FROM withdrawals WHERE provider IS NOT NULL
                UNION ALL
               SELECT $2::text, payout_provider, charge_currency, charge_minor, NULL, ended_at, created_at, status
                 FROM refunds WHERE mode = 'live' AND payout_provider IS NOT NULL AND paid_from = $3::text) sent
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      [since, REFUNDING, FLOATS[REFUNDING]],
    );
    return rows.map(({ method, provider, currency, under_way, last_day }) => ({
      method,
      provider,
      currency,
      underWay: new Money(BigInt(under_way), currency),
      lastDay: new Money(BigInt(last_day), currency),
    }));
  }
}
