import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commitUnitsSql } from './sql/commit-units';
import { openAccountsSql } from './sql/open-accounts';
import { sealJournalsSql } from './sql/seal-journals';

/** The only ways into the books. They run as their owner: the apps may execute them and write nothing themselves. */
export class LedgerFunctions1763700000210 implements MigrationInterface {
  name = 'LedgerFunctions1763700000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(openAccountsSql);
    await runner.query(commitUnitsSql);
    await runner.query(sealJournalsSql);
    await runner.query(`
      REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP FUNCTION ledger.commit_units, ledger.open_accounts, ledger.seal, ledger.journal_digest',
    );
  }
}
