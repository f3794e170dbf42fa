import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commitUnitsSql } from './sql/commit-units';

/** A frozen account sends no money by any path: the posting function reads the state beside each balance. */
export class OwnersFrozen1763700001320 implements MigrationInterface {
  name = 'OwnersFrozen1763700001320';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN frozen_reason text, ADD COLUMN frozen_by uuid;
      COMMENT ON COLUMN users.frozen_reason IS 'for staff, never shown to the account''s owner';
      COMMENT ON COLUMN users.frozen_by IS 'the staff member; null: the owner, with a mailed link';

      ALTER TABLE ledger.balances ADD COLUMN IF NOT EXISTS owner_frozen boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN ledger.balances.owner_frozen IS
        'the owner''s account is frozen: of available money only reversals are taken; locked money moves as agreed';

      CREATE FUNCTION ledger.copy_owner_freeze() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
      BEGIN
        -- Locked in the order in which money moves.
        WITH available AS (
          SELECT b.account_id FROM ledger.balances b
           WHERE b.account_id IN (SELECT a.id FROM ledger.accounts a WHERE a.owner_id = NEW.id AND a.code = 'available')
           ORDER BY b.account_id FOR UPDATE
        )
        UPDATE ledger.balances b SET owner_frozen = NEW.frozen_at IS NOT NULL FROM available
         WHERE b.account_id = available.account_id;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION ledger.copy_owner_freeze FROM PUBLIC;
      CREATE TRIGGER copy_freeze AFTER UPDATE OF frozen_at ON users FOR EACH ROW
        WHEN ((NEW.frozen_at IS NULL) <> (OLD.frozen_at IS NULL)) EXECUTE FUNCTION ledger.copy_owner_freeze();

      CREATE FUNCTION ledger.open_as_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
      BEGIN
        -- The lock makes a freeze at the same time come first or find this row.
        SELECT u.frozen_at IS NOT NULL INTO NEW.owner_frozen
          FROM ledger.accounts a JOIN public.users u ON u.id = a.owner_id
         WHERE a.id = NEW.account_id AND a.code = 'available' FOR SHARE OF u;
        NEW.owner_frozen := coalesce(NEW.owner_frozen, false);
        RETURN NEW;
      END $$;
      REVOKE EXECUTE ON FUNCTION ledger.open_as_owner FROM PUBLIC;
      CREATE TRIGGER open_as_owner BEFORE INSERT ON ledger.balances FOR EACH ROW
        EXECUTE FUNCTION ledger.open_as_owner();

      UPDATE ledger.balances b SET owner_frozen = true
        FROM ledger.accounts a JOIN users u ON u.id = a.owner_id
       WHERE a.id = b.account_id AND a.code = 'available' AND u.frozen_at IS NOT NULL;
    `);
    await runner.query(commitUnitsSql);
  }

  /** The posting function reads `owner_frozen`, so the column stays. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ledger.copy_owner_freeze, ledger.open_as_owner CASCADE;
      UPDATE ledger.balances SET owner_frozen = false WHERE owner_frozen;
      ALTER TABLE users DROP COLUMN frozen_reason, DROP COLUMN frozen_by;
    `);
  }
}
