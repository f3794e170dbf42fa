import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Currency, Rate } from '@app/kernel';
import type { Pool } from 'pg';

/** A rate that staff have set: units of `quote` for one of `base`. */
export interface SetRate {
  base: Currency;
  quote: Currency;
  rate: Rate;
}

export interface CheckoutRate extends SetRate {
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

/** Rates that staff have set for checkout conversions, apart from the live rates. */
@Injectable()
export class CheckoutRates {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The rate in force in this direction, or else in the other one; null where staff have set neither. */
  async find(from: Currency, to: Currency): Promise<SetRate | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'fx_checkout_rate',
      text: `SELECT base, quote, rate FROM fx_checkout_rates
              WHERE (base, quote) IN (($1, $2), ($2, $1)) AND valid_from <= $3
              ORDER BY base = $1 DESC, valid_from DESC, id DESC LIMIT 1`,
      values: [from, to, this.clock.now()],
    });
    const row = rows[0];
    return row ? { base: row.base, quote: row.quote, rate: Rate.parse(row.rate) } : null;
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
