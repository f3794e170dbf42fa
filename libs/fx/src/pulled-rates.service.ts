import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { CURRENCIES, type Currency, Rate } from '@app/kernel';
import type { Pool } from 'pg';
import type { RateQuote } from './rate-source.port';

/** One currency's newest rate: units for one US dollar. */
export interface PulledRate {
  currency: Currency;
  rate: Rate;
  /** Name of the source that gave it. */
  source: string;
  asOf: Date;
}

/** Keeps every rate ever pulled; the newest of each currency is the live one. */
@Injectable()
export class PulledRates {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Stores a pull. A source whose clock runs ahead is taken to mean the time it was asked. */
  async add({ base, source, asOf, rates }: RateQuote, fetchedAt: Date): Promise<void> {
    await this.pool.query(
      `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at)
       SELECT $1, quote, rate, $4, least($5::timestamptz, $6), $6 FROM unnest($2::text[], $3::numeric[]) AS t(quote, rate)
       ON CONFLICT DO NOTHING`,
      [base, [...rates.keys()], [...rates.values()], source, asOf, fetchedAt],
    );
  }

  async newest(): Promise<Map<Currency, PulledRate>> {
    const { rows } = await this.pool.query<{ quote: Currency; rate: string; source: string; as_of: Date }>({
      name: 'fx_newest',
      text: `SELECT newest.quote, newest.rate, newest.source, newest.as_of FROM unnest($1::char(3)[]) AS t(currency)
             CROSS JOIN LATERAL (
               SELECT quote, rate, source, as_of FROM fx_rates WHERE quote = currency ORDER BY fetched_at DESC LIMIT 1
             ) newest`,
      values: [CURRENCIES],
    });
    return new Map(
      rows.map(({ quote, rate, source, as_of }) => [
        quote,
        { currency: quote, rate: Rate.parse(rate), source, asOf: as_of },
      ]),
    );
  }

  /** When rates were last pulled; null before the first time. */
  async lastPulledAt(): Promise<Date | null> {
    const { rows } = await this.pool.query<{ last: Date | null }>(
      'SELECT max(fetched_at) AS last FROM fx_rates',
    );
    return rows[0]!.last;
  }
}
