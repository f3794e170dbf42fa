import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rollupFunctionsSql } from './sql/fold-movements';

const TABLES = [
  'fold_walk',
  'folds',
  'movement_hours',
  'movement_days',
  'movement_blocks',
  'sender_days',
  'senders',
];
const FUNCTIONS = [
  'is_received',
  'fold_movements',
  'fold_anew',
  'move_sender_windows',
  'movement_sums',
  'top_senders',
];

/** Sums of movements by hour, day, block and sender, which follow the journal by the numbers of each account. */
export class MovementRollups1763700001480 implements MigrationInterface {
  name = 'MovementRollups1763700001480';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.fold_walk (
        id boolean PRIMARY KEY DEFAULT true CHECK (id),
        position bigint NOT NULL
      );
      COMMENT ON TABLE ledger.fold_walk IS 'the last seal whose accounts were folded';
      INSERT INTO ledger.fold_walk (position) VALUES (0);

      CREATE TABLE ledger.folds (
        account_id uuid PRIMARY KEY,
        folded_to bigint NOT NULL,
        window_from date NOT NULL,
        behind boolean NOT NULL
      ) WITH (fillfactor = 70);
      COMMENT ON COLUMN ledger.folds.folded_to IS 'number of the last movement that the rollups contain';
      COMMENT ON COLUMN ledger.folds.window_from IS 'first day that ledger.senders contains';
      COMMENT ON COLUMN ledger.folds.behind IS 'the last fold left movements for the next one';
      CREATE INDEX folds_behind ON ledger.folds (account_id) WHERE behind;
      CREATE INDEX folds_window ON ledger.folds (window_from, account_id);

      CREATE TABLE ledger.movement_hours (
        account_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        kind text NOT NULL,
        credit boolean NOT NULL,
        count bigint NOT NULL,
        amount_minor numeric NOT NULL,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        PRIMARY KEY (account_id, hour, kind, credit)
      ) WITH (fillfactor = 70);
      COMMENT ON COLUMN ledger.movement_hours.kind IS 'type of the movements; of reversals: reversal of <type>';

      CREATE TABLE ledger.movement_days (
        account_id uuid NOT NULL,
        day date NOT NULL,
        kind text NOT NULL,
        credit boolean NOT NULL,
        count bigint NOT NULL,
        amount_minor numeric NOT NULL,
        first_seq bigint NOT NULL,
        last_seq bigint NOT NULL,
        PRIMARY KEY (account_id, day, kind, credit)
      ) WITH (fillfactor = 70);
      COMMENT ON COLUMN ledger.movement_days.day IS 'in UTC';

      CREATE TABLE ledger.movement_blocks (
        account_id uuid NOT NULL,
        block bigint NOT NULL,
        type text NOT NULL,
        count bigint NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, block, type)
      ) WITH (fillfactor = 70);
      CREATE INDEX movement_blocks_type ON ledger.movement_blocks (account_id, type, block);
      COMMENT ON TABLE ledger.movement_blocks IS 'how many movements of each type the numbers 256 * block + 1 to 256 * (block + 1) have';

      CREATE TABLE ledger.sender_days (
        account_id uuid NOT NULL,
        day date NOT NULL,
        sender_id uuid NOT NULL,
        count bigint NOT NULL,
        amount_minor numeric NOT NULL,
        PRIMARY KEY (account_id, day, sender_id)
      ) WITH (fillfactor = 70);
      CREATE TABLE ledger.senders (
        account_id uuid NOT NULL,
        sender_id uuid NOT NULL,
        count bigint NOT NULL,
        amount_minor numeric NOT NULL,
        PRIMARY KEY (account_id, sender_id)
      );
      CREATE INDEX senders_top ON ledger.senders (account_id, amount_minor DESC, sender_id);
      COMMENT ON TABLE ledger.senders IS 'what each person sent to the account since folds.window_from';
    `);
    await runner.query(rollupFunctionsSql);
    await runner.query(`
      GRANT SELECT ON ${TABLES.map((table) => `ledger.${table}`).join(', ')} TO payments_app;
      REVOKE EXECUTE ON FUNCTION ${FUNCTIONS.map((name) => `ledger.${name}`).join(', ')} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${FUNCTIONS.map((name) => `ledger.${name}`).join(', ')} TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ${FUNCTIONS.map((name) => `ledger.${name}`).join(', ')};
      DROP TABLE ${TABLES.map((table) => `ledger.${table}`).join(', ')};
    `);
  }
}
