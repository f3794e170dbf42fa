import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long live rates are valid, rates that moved too far to be served, and the spreads that staff set. */
export class RatesHeld1763700001440 implements MigrationInterface {
  name = 'RatesHeld1763700001440';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE fx_rates ADD COLUMN valid_until timestamptz;
      COMMENT ON COLUMN fx_rates.valid_until IS 'null: two hours after as_of';
      CREATE INDEX fx_rates_newest ON fx_rates (quote, as_of DESC, fetched_at DESC);

      CREATE TABLE fx_held_rates (
        id uuid PRIMARY KEY,
        base char(3) NOT NULL CONSTRAINT fx_held_rates_base CHECK (base = 'USD'),
        quote char(3) NOT NULL,
        rate numeric NOT NULL CONSTRAINT fx_held_rates_positive CHECK (rate > 0 AND rate < 1e18 AND scale(rate) <= 18),
        in_force numeric NOT NULL,
        source text NOT NULL,
        as_of timestamptz NOT NULL,
        valid_until timestamptz NOT NULL,
        fetched_at timestamptz NOT NULL,
        ended_at timestamptz,
        outcome text CONSTRAINT fx_held_rates_outcome CHECK (outcome IN ('accepted', 'replaced', 'withdrawn')),
        CONSTRAINT fx_held_rates_ended CHECK ((ended_at IS NULL) = (outcome IS NULL))
      );
      CREATE UNIQUE INDEX fx_held_rates_open ON fx_held_rates (quote) WHERE ended_at IS NULL;
      COMMENT ON COLUMN fx_held_rates.in_force IS 'the live rate that it is too far from';
      COMMENT ON COLUMN fx_held_rates.outcome IS 'withdrawn: a later rate was served';
      REVOKE UPDATE, DELETE ON fx_held_rates FROM payments_app;
      GRANT UPDATE (ended_at, outcome) ON fx_held_rates TO payments_app;

      CREATE TABLE fx_spreads (
        id uuid PRIMARY KEY,
        base char(3) NOT NULL,
        quote char(3) NOT NULL,
        basis_points integer NOT NULL CONSTRAINT fx_spreads_bounds CHECK (basis_points BETWEEN 0 AND 1000),
        set_by uuid NOT NULL,
        set_at timestamptz NOT NULL,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        CONSTRAINT fx_spreads_pair CHECK (base < quote)
      );
      CREATE INDEX fx_spreads_in_force ON fx_spreads (base, quote, seq DESC);
      COMMENT ON COLUMN fx_spreads.base IS 'the first of the two by alphabet: a spread applies in both directions';
      REVOKE UPDATE, DELETE ON fx_spreads FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE fx_spreads;
      DROP TABLE fx_held_rates;
      DROP INDEX fx_rates_newest;
      ALTER TABLE fx_rates DROP COLUMN valid_until;
    `);
  }
}
