import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lookup of the subscriptions of a customer by their e-mail address. */
export class CustomersOfSubscriptions1763700001620 implements MigrationInterface {
  name = 'CustomersOfSubscriptions1763700001620';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX subscriptions_of_customer ON subscriptions (customer_email, created_at DESC, id DESC) WHERE mode = 'live';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX subscriptions_of_customer');
  }
}
