import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPartitionsOfTableSql } from './sql/create-partitions-of-table';
import { createRoomyPartitionsSql } from './sql/create-roomy-partitions';

/** Partitions of deliveries and attempts are created in a transaction for each table. */
export class PartitionsOfOneTable1763700001920 implements MigrationInterface {
  name = 'PartitionsOfOneTable1763700001920';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION create_webhook_partitions(timestamptz, int)');
    await runner.query(createPartitionsOfTableSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION create_webhook_partitions(text, timestamptz, int)');
    await runner.query(createRoomyPartitionsSql);
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION create_webhook_partitions FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION create_webhook_partitions TO payments_app;
    `);
  }
}
