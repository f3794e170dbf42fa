import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which the checkout rates of a pair were committed, because two may be valid from the same instant. */
export class CheckoutRateOrder1763700001351 implements MigrationInterface {
  name = 'CheckoutRateOrder1763700001351';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fx_checkout_rates ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fx_checkout_rates DROP COLUMN seq');
  }
}
