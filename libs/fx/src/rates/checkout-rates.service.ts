import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { Clock, type Currency, Rate } from '@app/kernel';
import type { Pool } from 'pg';

/** A rate that staff have set: units of `quote` for one of `base`. */
export interface SetRate {
  base: Currency;
  quote: Currency;
  rate: Rate;
}

export interface CheckoutRate extends SetRate {
  id: string;
  validFrom: Date;
  setBy: string;
}

/** A rate that staff put in force; `replaces` is the id of the one before it. */
export type NewCheckoutRate = CheckoutRate & { replaces: string | null };

interface Row {
  id: string;
  base: Currency;
  quote: Currency;
  rate: string;
  valid_from: Date;
  set_by: string;
}

/** Rates that staff have set for checkout conversions, apart from the live rates. */
@Injectable()
export class CheckoutRatesService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The rate in force in this direction, or else in the other one; null where staff have set neither. */
  async find(from: Currency, to: Currency): Promise<SetRate | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'fx_checkout_rate',
      text: `SELECT base, quote, rate FROM fx_checkout_rates
              WHERE (base, quote) IN (($1, $2), ($2, $1)) AND valid_from <= $3
              ORDER BY base = $1 DESC, valid_from DESC, seq DESC LIMIT 1`,
      values: [from, to, this.clock.now()],
    });
    const row = rows[0];
    return row ? { base: row.base, quote: row.quote, rate: Rate.parse(row.rate) } : null;
  }

  /** Every rate in force, for staff. */
  async list(): Promise<CheckoutRate[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT DISTINCT ON (base, quote) id, base, quote, rate, valid_from, set_by FROM fx_checkout_rates
        WHERE valid_from <= $1 ORDER BY base, quote, valid_from DESC, seq DESC`,
      [this.clock.now()],
    );
    return rows.map(checkoutRateOf);
  }

  /** The newest rate of this direction, also one that a clock running ahead has dated later than now. */
  async newest(base: Currency, quote: Currency): Promise<CheckoutRate | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, base, quote, rate, valid_from, set_by FROM fx_checkout_rates WHERE base = $1 AND quote = $2
        ORDER BY valid_from DESC, seq DESC LIMIT 1`,
      [base, quote],
    );
    return rows[0] ? checkoutRateOf(rows[0]) : null;
  }

  /** Stages a rate. Where another one has come after the one that it replaces, the command starts over. */
  add({ id, base, quote, rate, validFrom, setBy, replaces }: NewCheckoutRate): void {
    this.unit.lock(`checkout rate ${base} ${quote}`);
    this.unit.stage({
      sql: `INSERT INTO fx_checkout_rates (id, base, quote, rate, valid_from, set_by)
            SELECT $1, $2, $3, $4, $5, $6
             WHERE $7::uuid IS NOT DISTINCT FROM (
               SELECT id FROM fx_checkout_rates WHERE base = $2 AND quote = $3
                ORDER BY valid_from DESC, seq DESC LIMIT 1)`,
      parameters: [id, base, quote, rate.toDecimal(18), validFrom, setBy, replaces],
      expectedRows: 1,
    });
  }
}

function checkoutRateOf({ rate, valid_from: validFrom, set_by: setBy, ...row }: Row): CheckoutRate {
  return { ...row, rate: Rate.parse(rate), validFrom, setBy };
}
