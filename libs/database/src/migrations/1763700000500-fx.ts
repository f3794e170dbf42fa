import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live rates as they were pulled, and the rates staff set for checkout. Both only grow. */
export class Fx1763700000500 implements MigrationInterface {
  name = 'Fx1763700000500';

  async up(runner: QueryRunner): Promise<void> {
    // NaN and Infinity are larger than any bound, so the checks refuse them too.
    await runner.query(`
      CREATE TABLE fx_rates (
        base char(3) NOT NULL CONSTRAINT fx_rates_base CHECK (base = 'USD'),
        quote char(3) NOT NULL,
        rate numeric NOT NULL CONSTRAINT fx_rates_positive CHECK (rate > 0 AND rate < 1e18 AND scale(rate) <= 18),
        source text NOT NULL,
        as_of timestamptz NOT NULL,
        fetched_at timestamptz NOT NULL,
        PRIMARY KEY (quote, fetched_at),
        CONSTRAINT fx_rates_past CHECK (as_of <= fetched_at)
      );
      COMMENT ON COLUMN fx_rates.rate IS 'units of quote for one of base';
      COMMENT ON COLUMN fx_rates.as_of IS 'when the source stood by the rate; its age is counted from here';

      CREATE TABLE fx_checkout_rates (
        id uuid PRIMARY KEY,
        base char(3) NOT NULL,
        quote char(3) NOT NULL,
        rate numeric NOT NULL CONSTRAINT fx_checkout_rates_positive CHECK (rate > 0 AND rate < 1e18 AND scale(rate) <= 18),
        valid_from timestamptz NOT NULL,
        set_by uuid NOT NULL,
        CONSTRAINT fx_checkout_rates_pair CHECK (base <> quote)
      );
      CREATE INDEX fx_checkout_rates_in_force ON fx_checkout_rates (base, quote, valid_from DESC);
      REVOKE UPDATE, DELETE ON fx_rates, fx_checkout_rates FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fx_checkout_rates; DROP TABLE fx_rates;');
  }
}
