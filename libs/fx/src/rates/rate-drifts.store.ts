import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock, type Currency } from '@app/kernel';
import type { Pool } from 'pg';

export interface CurrencyPair {
  base: Currency;
  quote: Currency;
}

/** Periods in which a checkout rate was too far from the live rate; at most one is open per pair of currencies. */
@Injectable()
export class RateDriftsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async isOpen({ base, quote }: CurrencyPair): Promise<boolean> {
    const { rows } = await this.pool.query<object>(
      'SELECT 1 FROM fx_rate_drifts WHERE base = $1 AND quote = $2 AND ended_at IS NULL',
      [base, quote],
    );
    return rows.length > 0;
  }

  /** Stages a new period. Where another process opens it first, the command starts over and finds it open. */
  open(id: string, { base, quote }: CurrencyPair, rate: string, live: string): void {
    this.unit.stage({
      sql: `INSERT INTO fx_rate_drifts (id, base, quote, rate, live, found_at) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (base, quote) WHERE ended_at IS NULL DO NOTHING`,
      parameters: [id, base, quote, rate, live, this.clock.now()],
      expectedRows: 1,
    });
  }

  /** Ends the open periods of these pairs. */
  async end(pairs: readonly CurrencyPair[]): Promise<void> {
    await this.pool.query(
      `UPDATE fx_rate_drifts d SET ended_at = $3 FROM unnest($1::text[], $2::text[]) AS p(base, quote)
        WHERE d.base = p.base AND d.quote = p.quote AND d.ended_at IS NULL`,
      [pairs.map(({ base }) => base), pairs.map(({ quote }) => quote), this.clock.now()],
    );
  }
}
