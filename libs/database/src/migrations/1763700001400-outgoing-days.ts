import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commitUnitsSql } from './sql/commit-units';

/** Counts what each owner has sent out on a day, for the daily limits. Only the posting function writes it. */
export class OutgoingDays1763700001400 implements MigrationInterface {
  name = 'OutgoingDays1763700001400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.outgoing_days (
        owner_id uuid NOT NULL,
        day date NOT NULL,
        used_minor bigint NOT NULL CHECK (used_minor >= 0),
        PRIMARY KEY (owner_id, day)
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE ledger.outgoing_days IS 'Outgoing money of an owner by UTC day, in US cents, without what has failed';
      GRANT SELECT ON ledger.outgoing_days TO payments_app;
      CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.outgoing_days FOR EACH STATEMENT
        EXECUTE FUNCTION ledger.refuse_change();
    `);
    await runner.query(`
      DO $$
      DECLARE
        one regprocedure;
      BEGIN
        -- The parameters have changed, so replacing it would leave the earlier function beside the new one.
        FOR one IN SELECT oid::regprocedure FROM pg_proc
                    WHERE proname = 'commit_units' AND pronamespace = 'ledger'::regnamespace LOOP
          EXECUTE 'DROP FUNCTION ' || one;
        END LOOP;
      END $$`);
    await runner.query(commitUnitsSql);
    await runner.query(`
      DO $$
      DECLARE
        one regprocedure := 'ledger.commit_units'::regproc;
      BEGIN
        EXECUTE 'REVOKE EXECUTE ON FUNCTION ' || one || ' FROM PUBLIC';
        EXECUTE 'GRANT EXECUTE ON FUNCTION ' || one || ' TO payments_app';
      END $$`);
  }

  /** The posting function counts in the table, so both stay; a database that goes further back drops the schema. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger.outgoing_days');
  }
}
