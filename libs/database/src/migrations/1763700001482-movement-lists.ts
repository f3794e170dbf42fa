import type { MigrationInterface, QueryRunner } from 'typeorm';
import { findMovementsSql } from './sql/find-movements';

const FUNCTION = 'ledger.find_movements(uuid, text, timestamptz, timestamptz, bigint, bigint, int)';

/** Lists of movements by type and time that read only what they show. */
export class MovementLists1763700001482 implements MigrationInterface {
  name = 'MovementLists1763700001482';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(findMovementsSql);
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION ${FUNCTION} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${FUNCTION} TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${FUNCTION}`);
  }
}
