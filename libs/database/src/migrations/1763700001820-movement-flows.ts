import type { MigrationInterface, QueryRunner } from 'typeorm';
import { findMovementsSql } from './sql/find-movements';
import { rollupFunctionsSql } from './sql/fold-movements';
import { countMovementsSql, movementFlowsSql } from './sql/sum-movements';

const FUNCTIONS = 'ledger.movement_flows, ledger.count_movements';

/** Sums without kinds, counts of a type, and functions of the rollups whose cost is that of the movements they read. */
export class MovementFlows1763700001820 implements MigrationInterface {
  name = 'MovementFlows1763700001820';

  async up(runner: QueryRunner): Promise<void> {
    const sql = [rollupFunctionsSql, findMovementsSql].join('\n');
    await runner.query(sql.replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await runner.query(movementFlowsSql);
    await runner.query(countMovementsSql);
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION ${FUNCTIONS} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${FUNCTIONS} TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${FUNCTIONS}`);
  }
}
