import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions belong to the account that has proved the address of their customer. */
export class BoundSubscriptions1763700002042 implements MigrationInterface {
  name = 'BoundSubscriptions1763700002042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions ADD COLUMN customer_id uuid;
      COMMENT ON COLUMN subscriptions.customer_id IS 'the account that has proved customer_email, whose address may be another one by now';
      UPDATE subscriptions s SET customer_id = u.id FROM users u
       WHERE s.mode = 'live' AND u.email = s.customer_email AND u.email_verified_at IS NOT NULL AND u.closed_at IS NULL;
      CREATE INDEX subscriptions_of_account ON subscriptions (customer_id, created_at DESC, id DESC) WHERE customer_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN customer_id');
  }
}
