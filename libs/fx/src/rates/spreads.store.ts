import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, QUERY_TIMEOUT, SharedRead } from '@app/database';
import { Clock, type Currency, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** What the service keeps of a conversion between two currencies, in either direction. */
export interface Spread {
  id: string;
  base: Currency;
  quote: Currency;
  basisPoints: number;
  setBy: string;
  setAt: Date;
}

/** The spreads that staff set, per pair of currencies; a pair without one has none. */
@Injectable()
export class SpreadsStore {
  private readonly inForce = new SharedRead(() => this.loadInForce());

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Every spread in force. */
  list(): Promise<readonly Spread[]> {
    return this.inForce.read();
  }

  private async loadInForce(): Promise<readonly Spread[]> {
    const { rows } = await this.pool.query<Spread>({
      ...QUERY_TIMEOUT,
      name: 'fx_spreads',
      text: `SELECT DISTINCT ON (base, quote) id, base, quote, basis_points AS "basisPoints", set_by AS "setBy",
                    set_at AS "setAt" FROM fx_spreads ORDER BY base, quote, seq DESC`,
    });
    return rows;
  }

  /** In basis points. */
  async between(from: Currency, targets: readonly Currency[]): Promise<Map<Currency, number>> {
    const all = await this.list();
    return new Map(targets.map((to) => [to, spreadIn(all, from, to)?.basisPoints ?? 0]));
  }

  async find(a: Currency, b: Currency): Promise<Spread | null> {
    return spreadIn(await this.list(), a, b);
  }

  /** Stages a spread. Where another one has come after `replaces`, the command starts over. */
  add(pair: [Currency, Currency], basisPoints: number, setBy: string, replaces: string | null): void {
    const [base, quote] = [...pair].sort();
    const now = this.clock.now();
    this.unit.lock(`spread ${base} ${quote}`);
    this.unit.stage({
      sql: `INSERT INTO fx_spreads (id, base, quote, basis_points, set_by, set_at)
            SELECT $1, $2, $3, $4, $5, $6
             WHERE $7::uuid IS NOT DISTINCT FROM (
               SELECT id FROM fx_spreads WHERE base = $2 AND quote = $3 ORDER BY seq DESC LIMIT 1)`,
      parameters: [uuidv7(now), base, quote, basisPoints, setBy, now, replaces],
      expectedRows: 1,
    });
  }
}

function spreadIn(spreads: readonly Spread[], a: Currency, b: Currency): Spread | null {
  return (
    spreads.find(({ base, quote }) => (base === a && quote === b) || (base === b && quote === a)) ?? null
  );
}
