import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, QUERY_TIMEOUT, SharedRead } from '@app/database';
import { Clock, CURRENCIES, type Currency, Rate } from '@app/kernel';
import type { Pool } from 'pg';
import { oldestValid, validUntilOf } from './rate-validity.policy';
import type { RateQuote } from '../sources/rate-source.port';

/** One currency's rate: units for one US dollar. */
export interface PulledRate {
  currency: Currency;
  rate: Rate;
  /** Name of the source that gave it. */
  source: string;
  asOf: Date;
  validUntil: Date;
}

interface Row {
  quote: Currency;
  rate: string;
  source: string;
  as_of: Date;
  valid_until: Date | null;
}

/** Keeps every rate ever served; the newest one that is valid is the live one, and the newest one where none is. */
@Injectable()
export class PulledRatesService {
  private readonly newestRates = new SharedRead(() => this.loadNewest());

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Stores a pull. A source whose clock runs ahead is taken to mean the time it was asked. */
  async add(quote: RateQuote, fetchedAt: Date): Promise<void> {
    const { base, source, asOf, rates } = quote;
    await this.pool.query(
      `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at, valid_until)
       SELECT $1, quote, rate, $4, least($5::timestamptz, $6), $6, $7 FROM unnest($2::text[], $3::numeric[]) AS t(quote, rate)
       ON CONFLICT DO NOTHING`,
      [base, [...rates.keys()], [...rates.values()], source, asOf, fetchedAt, validUntilOf(quote)],
    );
  }

  /** By the time at which its source stood by it, not by when it was pulled: a source may answer what it answered before. */
  newest(): Promise<ReadonlyMap<Currency, PulledRate>> {
    return this.newestRates.read();
  }

  private async loadNewest(): Promise<ReadonlyMap<Currency, PulledRate>> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<Row>({
      ...QUERY_TIMEOUT,
      name: 'fx_newest',
      text: `SELECT newest.quote, newest.rate, newest.source, newest.as_of, newest.valid_until
               FROM unnest($1::char(3)[]) AS t(currency)
              CROSS JOIN LATERAL (
                (SELECT quote, rate, source, as_of, valid_until, true AS is_valid, fetched_at FROM fx_rates
                  WHERE quote = currency AND as_of > $3 AND coalesce(valid_until, as_of + interval '2 hours') > $2
                  ORDER BY as_of DESC, fetched_at DESC LIMIT 1)
                UNION ALL
                (SELECT quote, rate, source, as_of, valid_until, false, fetched_at FROM fx_rates
                  WHERE quote = currency ORDER BY as_of DESC, fetched_at DESC LIMIT 1)
                ORDER BY is_valid DESC LIMIT 1
              ) newest`,
      values: [CURRENCIES, now, oldestValid(now)],
    });
    return new Map(rows.map((row) => [row.quote, pulledRateOf(row)]));
  }

  /** When rates were last pulled; null before the first time. */
  async lastPulledAt(): Promise<Date | null> {
    const { rows } = await this.pool.query<{ last: Date | null }>(
      'SELECT max(fetched_at) AS last FROM fx_rates',
    );
    return rows[0]!.last;
  }
}

function pulledRateOf({ quote, rate, source, as_of: asOf, valid_until: until }: Row): PulledRate {
  const validUntil = validUntilOf({ asOf, validUntil: until ?? undefined });
  return { currency: quote, rate: Rate.parse(rate), source, asOf, validUntil };
}
