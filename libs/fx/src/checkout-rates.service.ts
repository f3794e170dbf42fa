import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Currency, Rate } from '@app/kernel';
import type { Pool } from 'pg';

export interface CheckoutRate {
  base: Currency;
  quote: Currency;
  rate: Rate;
  validFrom: Date;
  setBy: string;
}

interface Row {
  base: Currency;
  quote: Currency;
  rate: string;
  valid_from: Date;
  set_by: string;
}

/** Rates staff have set for checkout conversions. Apart from the live rates, and never mixed with them. */
@Injectable()
export class CheckoutRates {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The rate in force, or the inverse of the one set the other way round; null where staff have set neither. */
  async find(from: Currency, to: Currency): Promise<Rate | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'fx_checkout_rate',
      text: `SELECT base, rate FROM fx_checkout_rates
              WHERE (base, quote) IN (($1, $2), ($2, $1)) AND valid_from <= $3
              ORDER BY base = $1 DESC, valid_from DESC, id DESC LIMIT 1`,
      values: [from, to, this.clock.now()],
    });
    const row = rows[0];
    if (!row) return null;
    const rate = Rate.parse(row.rate);
    return row.base === from ? rate : rate.inverse();
  }

  /** Every rate in force, for staff. */
  async list(): Promise<CheckoutRate[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT DISTINCT ON (base, quote) base, quote, rate, valid_from, set_by FROM fx_checkout_rates
        WHERE valid_from <= $1 ORDER BY base, quote, valid_from DESC, id DESC`,
      [this.clock.now()],
    );
    return rows.map(({ rate, valid_from, set_by, ...row }) => ({
      ...row,
      rate: Rate.parse(rate),
      validFrom: valid_from,
      setBy: set_by,
    }));
  }
}
