import type { MigrationInterface, QueryRunner } from 'typeorm';
import { findMovementsSql } from './sql/find-movements';
import { foldSuperblocksSql, rollupFunctionsSql } from './sql/fold-movements';
import { BLOCK_PLACES } from './sql/movement-terms';

/** Pages of a rare type read neither its movements nor all blocks before them. */
export class MovementSuperblocks1763700001670 implements MigrationInterface {
  name = 'MovementSuperblocks1763700001670';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.movement_blocks ADD COLUMN places bit(256);
      UPDATE ledger.movement_blocks k SET places = l.places
        FROM (SELECT l.account_id, (l.seq - 1) / 256 AS block, l.type, ${BLOCK_PLACES} AS places
                FROM ledger.folds f JOIN ledger.legs l ON l.account_id = f.account_id AND l.seq BETWEEN 1 AND f.folded_to
               GROUP BY 1, 2, 3) l
       WHERE k.account_id = l.account_id AND k.block = l.block AND k.type = l.type;
      ALTER TABLE ledger.movement_blocks ALTER COLUMN places SET NOT NULL;
      COMMENT ON COLUMN ledger.movement_blocks.places IS 'which of the 256 numbers have the type';

      CREATE TABLE ledger.movement_superblocks (
        account_id uuid NOT NULL,
        superblock bigint NOT NULL,
        type text NOT NULL,
        count bigint NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, superblock, type)
      );
      COMMENT ON TABLE ledger.movement_superblocks IS 'sums of 256 blocks each, once they are complete';
      GRANT SELECT ON ledger.movement_superblocks TO payments_app;
    `);
    await runner.query(foldSuperblocksSql);
    await runner.query(replacing(rollupFunctionsSql));
    await runner.query(replacing(findMovementsSql));
    await runner.query(`
      REVOKE EXECUTE ON FUNCTION ledger.fold_superblocks FROM PUBLIC;
      SELECT ledger.fold_superblocks(ARRAY(SELECT account_id FROM ledger.folds WHERE folded_to >= 65536));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ledger.fold_superblocks;
      DROP TABLE ledger.movement_superblocks;
      ALTER TABLE ledger.movement_blocks DROP COLUMN places;
    `);
  }
}

const replacing = (sql: string) => sql.replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
