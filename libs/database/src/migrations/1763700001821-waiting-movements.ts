import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rollupFunctionsSql } from './sql/fold-movements';

/** Accounts with few movements wait for more of them before they are folded. */
export class WaitingMovements1763700001821 implements MigrationInterface {
  name = 'WaitingMovements1763700001821';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION IF EXISTS ledger.fold_movements(timestamptz, int)');
    await runner.query(rollupFunctionsSql.replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION ledger.fold_movements FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ledger.fold_movements TO payments_app;
    `);
  }

  /** The new parameter has a default, so that earlier callers are served. */
  async down(): Promise<void> {}
}
