import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceAccountId } from '../service-accounts';
import { commitUnitsSql } from './sql/commit-units';

const UNAPPLIED = `'expired', 'already-paid', 'amount-mismatch', 'escrow-returned', 'not-due'`;

/** A closed account gets no money by any path: the posting function reads the state beside each balance. */
export class OwnersClosed1763700002180 implements MigrationInterface {
  name = 'OwnersClosed1763700002180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.balances ADD COLUMN IF NOT EXISTS owner_closed boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN ledger.balances.owner_closed IS
        'the owner has closed the account: it is credited with nothing but what reversals bring back';
      COMMENT ON COLUMN ledger.balances.owner_frozen IS
        'the owner''s account is frozen: of available money only reversals, and what its owner gives up, are taken; locked money moves as agreed';

      CREATE FUNCTION ledger.copy_owner_closing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
      BEGIN
        -- Locked in the order in which money moves.
        WITH owned AS (
          SELECT b.account_id FROM ledger.balances b
           WHERE b.account_id IN (SELECT a.id FROM ledger.accounts a WHERE a.owner_id = NEW.id)
           ORDER BY b.account_id FOR UPDATE
        )
        UPDATE ledger.balances b SET owner_closed = NEW.closed_at IS NOT NULL FROM owned
         WHERE b.account_id = owned.account_id;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION ledger.copy_owner_closing FROM PUBLIC;
      -- By its name it runs before copy_freeze, which locks some of the same rows.
      CREATE TRIGGER copy_closing AFTER UPDATE OF closed_at ON users FOR EACH ROW
        WHEN ((NEW.closed_at IS NULL) <> (OLD.closed_at IS NULL)) EXECUTE FUNCTION ledger.copy_owner_closing();

      CREATE OR REPLACE FUNCTION ledger.open_as_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
      BEGIN
        -- The lock makes a freeze or a closing at the same time come first or find this row.
        SELECT u.frozen_at IS NOT NULL AND a.code = 'available', u.closed_at IS NOT NULL
          INTO NEW.owner_frozen, NEW.owner_closed
          FROM ledger.accounts a JOIN public.users u ON u.id = a.owner_id
         WHERE a.id = NEW.account_id FOR SHARE OF u;
        NEW.owner_frozen := coalesce(NEW.owner_frozen, false);
        NEW.owner_closed := coalesce(NEW.owner_closed, false);
        RETURN NEW;
      END $$;

      UPDATE ledger.balances b SET owner_closed = true
        FROM ledger.accounts a JOIN users u ON u.id = a.owner_id
       WHERE a.id = b.account_id AND u.closed_at IS NOT NULL;

      ALTER TABLE checkout_attempts
        DROP CONSTRAINT checkout_attempts_unapplied_reason_check,
        ADD CONSTRAINT checkout_attempts_unapplied_reason_check
          CHECK (unapplied_reason IN (${UNAPPLIED}, 'payee-closed'));
    `);
    for (const currency of CURRENCIES) {
      await runner.query(
        'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2::text], ARRAY[$3::text])',
        [serviceAccountId('given-up-balances', currency), 'given-up-balances', currency],
      );
    }
    await runner.query(commitUnitsSql);
  }

  /** The posting function reads `owner_closed`, so the column stays. Accounts are never closed by a migration. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE checkout_attempts SET unapplied_reason = 'already-paid' WHERE unapplied_reason = 'payee-closed';
      DROP TRIGGER copy_closing ON users;
      DROP FUNCTION ledger.copy_owner_closing;
      UPDATE ledger.balances SET owner_closed = false WHERE owner_closed;
      CREATE OR REPLACE FUNCTION ledger.open_as_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
      BEGIN
        -- The lock makes a freeze at the same time come first or find this row.
        SELECT u.frozen_at IS NOT NULL INTO NEW.owner_frozen
          FROM ledger.accounts a JOIN public.users u ON u.id = a.owner_id
         WHERE a.id = NEW.account_id AND a.code = 'available' FOR SHARE OF u;
        NEW.owner_frozen := coalesce(NEW.owner_frozen, false);
        RETURN NEW;
      END $$;
      ALTER TABLE checkout_attempts
        DROP CONSTRAINT checkout_attempts_unapplied_reason_check,
        ADD CONSTRAINT checkout_attempts_unapplied_reason_check
          CHECK (unapplied_reason IN (${UNAPPLIED}));
    `);
  }
}
