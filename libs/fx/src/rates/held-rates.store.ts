import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Currency, Rate } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import type { OfferedRate } from './rate-jump.policy';

/** A live rate that moved too far to be served without a second source or staff. */
export interface HeldRate {
  id: string;
  currency: Currency;
  rate: Rate;
  /** The live rate that it is too far from. */
  inForce: Rate;
  source: string;
  asOf: Date;
  validUntil: Date;
}

interface Row {
  id: string;
  quote: Currency;
  rate: string;
  in_force: string;
  source: string;
  as_of: Date;
  valid_until: Date;
}

type Outcome = 'accepted' | 'replaced' | 'withdrawn';

/** Rates that are held, at most one per currency. */
@Injectable()
export class HeldRatesStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<HeldRate[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, quote, rate, in_force, source, as_of, valid_until FROM fx_held_rates
        WHERE ended_at IS NULL ORDER BY quote`,
    );
    return rows.map(({ quote, rate, in_force: inForce, as_of: asOf, valid_until: validUntil, ...row }) => ({
      id: row.id,
      currency: quote,
      rate: Rate.parse(rate),
      inForce: Rate.parse(inForce),
      source: row.source,
      asOf,
      validUntil,
    }));
  }

  async find(currency: Currency): Promise<HeldRate | null> {
    return (await this.list()).find((held) => held.currency === currency) ?? null;
  }

  /** Stages a held rate. Where another process holds one first, the command starts over. */
  add(id: string, { currency, rate, source, asOf, validUntil }: OfferedRate, inForce: Rate): void {
    const now = this.clock.now();
    this.unit.stage({
      sql: `INSERT INTO fx_held_rates (id, base, quote, rate, in_force, source, as_of, valid_until, fetched_at)
            VALUES ($1, 'USD', $2, $3, $4, $5, least($6::timestamptz, $8), $7, $8)
            ON CONFLICT (quote) WHERE ended_at IS NULL DO NOTHING`,
      parameters: [id, currency, rate, inForce.toDecimal(18), source, asOf, validUntil, now],
      expectedRows: 1,
    });
  }

  /** Stages the end of a held rate. Where it has ended, the command starts over. */
  end({ id }: HeldRate, outcome: Outcome): void {
    this.unit.stage({
      sql: 'UPDATE fx_held_rates SET ended_at = $2, outcome = $3 WHERE id = $1 AND ended_at IS NULL',
      parameters: [id, this.clock.now(), outcome],
      expectedRows: 1,
    });
  }

  /** Ends what is held of these currencies, because a later rate is served. */
  async withdraw(currencies: readonly Currency[]): Promise<void> {
    await this.pool.query(
      `UPDATE fx_held_rates SET ended_at = $2, outcome = 'withdrawn' WHERE quote = ANY ($1) AND ended_at IS NULL`,
      [currencies, this.clock.now()],
    );
  }
}
