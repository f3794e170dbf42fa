import type { MigrationInterface, QueryRunner } from 'typeorm';

const NONE = `'00000000-0000-0000-0000-000000000000'::uuid`;
const SPACE = `coalesce(CASE WHEN mode = 'test' THEN app_id END, ${NONE})`;
const OF_ADDRESS = `owner_id, mode, plan_id, customer_email, (${SPACE})`;
const OPEN = `status <> 'cancelled' AND NOT allows_duplicate`;

/** An address that an account has given up can subscribe to the plans of that account. */
export class RecycledAddresses1763700002043 implements MigrationInterface {
  name = 'RecycledAddresses1763700002043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX subscriptions_open;
      CREATE UNIQUE INDEX subscriptions_open ON subscriptions (${OF_ADDRESS}, (coalesce(customer_id, ${NONE}))) WHERE ${OPEN};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE subscriptions s SET allows_duplicate = true, version = s.version + 1
        FROM (SELECT id, row_number() OVER (PARTITION BY ${OF_ADDRESS} ORDER BY created_at, id) AS place
                FROM subscriptions WHERE ${OPEN}) numbered
       WHERE numbered.id = s.id AND numbered.place > 1;
      DROP INDEX subscriptions_open;
      CREATE UNIQUE INDEX subscriptions_open ON subscriptions (${OF_ADDRESS}) WHERE ${OPEN};
    `);
  }
}
