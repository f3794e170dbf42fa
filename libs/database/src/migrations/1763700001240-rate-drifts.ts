import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a checkout rate was too far from the live rate, so that finance is notified once. */
export class RateDrifts1763700001240 implements MigrationInterface {
  name = 'RateDrifts1763700001240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fx_rate_drifts (
        id uuid PRIMARY KEY,
        base char(3) NOT NULL,
        quote char(3) NOT NULL,
        rate numeric NOT NULL,
        live numeric NOT NULL,
        found_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE UNIQUE INDEX fx_rate_drifts_open ON fx_rate_drifts (base, quote) WHERE ended_at IS NULL;
      COMMENT ON COLUMN fx_rate_drifts.rate IS 'what staff had set when it was found, units of quote for one of base';
      COMMENT ON COLUMN fx_rate_drifts.live IS 'the live rate at that time';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fx_rate_drifts');
  }
}
