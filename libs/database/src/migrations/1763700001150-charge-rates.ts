import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What prices in another currency were converted at, so that every answer about a payment can say so. */
export class ChargeRates1763700001150 implements MigrationInterface {
  name = 'ChargeRates1763700001150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts ADD COLUMN charge_rate numeric;
      COMMENT ON COLUMN checkout_attempts.charge_rate IS
        'units of charge_currency for one of the session''s, as shown; null where nothing was converted'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_attempts DROP COLUMN charge_rate');
  }
}
