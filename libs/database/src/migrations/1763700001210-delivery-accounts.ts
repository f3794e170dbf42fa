import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries name their account and mode, so that claims give each account its share and look at live ones first. */
export class DeliveryAccounts1763700001210 implements MigrationInterface {
  name = 'DeliveryAccounts1763700001210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_deliveries
        ADD COLUMN owner_id uuid,
        ADD COLUMN mode text CHECK (mode IN ('live', 'test'));
      UPDATE webhook_deliveries d SET owner_id = a.owner_id, mode = a.mode FROM merchant_apps a WHERE a.id = d.app_id;
      ALTER TABLE webhook_deliveries ALTER COLUMN owner_id SET NOT NULL, ALTER COLUMN mode SET NOT NULL;
      DROP INDEX webhook_deliveries_due;
      -- Work is looked for account by account and endpoint by endpoint, so that no backlog is read through for another.
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (mode, owner_id, endpoint_id, due_at) WHERE status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_deliveries_due;
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE status = 'pending';
      ALTER TABLE webhook_deliveries DROP COLUMN owner_id, DROP COLUMN mode;
    `);
  }
}
