import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rollupFunctionsSql } from './sql/fold-movements';
import { COUNTERPARTY_TEXT, INDEXED_TRIGRAMS, searchFunctionsSql, UNINDEXED } from './sql/search-movements';

const FUNCTIONS = 'ledger.index_movements, ledger.search_movements';

/** Texts and counterparties of movements by blocks, in which any number of movements is searched. */
export class MovementTexts1763700001760 implements MigrationInterface {
  name = 'MovementTexts1763700001760';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
      CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;

      ALTER TABLE ledger.folds
        ADD COLUMN indexed_to bigint NOT NULL DEFAULT 0,
        ADD COLUMN is_unindexed boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN ledger.folds.indexed_to IS 'number of the last movement whose text is indexed';
      COMMENT ON COLUMN ledger.folds.is_unindexed IS 'enough movements wait to be indexed';
      UPDATE ledger.folds SET is_unindexed = true WHERE folded_to >= ${UNINDEXED};
      CREATE INDEX folds_unindexed ON ledger.folds (account_id) WHERE is_unindexed;

      CREATE TABLE ledger.search_blocks (
        account_id uuid NOT NULL,
        block bigint NOT NULL,
        shelf bigint NOT NULL,
        texts text NOT NULL,
        PRIMARY KEY (account_id, block)
      );
      COMMENT ON TABLE ledger.search_blocks IS 'texts of the numbers 32 * block + 1 to 32 * (block + 1), a line each';
      COMMENT ON COLUMN ledger.search_blocks.shelf IS 'hash of the account and of 8,192 blocks';
      CREATE INDEX search_blocks_texts ON ledger.search_blocks USING gin (shelf, (${INDEXED_TRIGRAMS}));

      CREATE TABLE ledger.counterparty_blocks (
        account_id uuid NOT NULL,
        counterparty_id uuid NOT NULL,
        block bigint NOT NULL,
        PRIMARY KEY (account_id, counterparty_id, block)
      );
      COMMENT ON TABLE ledger.counterparty_blocks IS 'which blocks have movements with a counterparty';
      CREATE INDEX users_names ON users USING gin ((${COUNTERPARTY_TEXT.replaceAll('u.', '')}) gin_trgm_ops);
      GRANT SELECT ON ledger.search_blocks, ledger.counterparty_blocks TO payments_app;
    `);
    await runner.query(rollupFunctionsSql.replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await runner.query(searchFunctionsSql);
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION ${FUNCTIONS} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${FUNCTIONS} TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ${FUNCTIONS};
      DROP TABLE ledger.search_blocks, ledger.counterparty_blocks;
      DROP INDEX users_names;
      ALTER TABLE ledger.folds DROP COLUMN indexed_to, DROP COLUMN is_unindexed;
      DROP EXTENSION btree_gin, pg_trgm;
    `);
  }
}
