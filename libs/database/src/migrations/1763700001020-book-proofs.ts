import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the running proof of the books has come, what it found, and how it freezes a wallet. */
export class BookProofs1763700001020 implements MigrationInterface {
  name = 'BookProofs1763700001020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE book_proof_walks (
        walk text PRIMARY KEY,
        place jsonb NOT NULL
      );
      COMMENT ON TABLE book_proof_walks IS 'where the next step of each walk through the books begins';

      CREATE TABLE book_faults (
        id uuid PRIMARY KEY,
        check_name text NOT NULL,
        subject text NOT NULL,
        detail text NOT NULL,
        journal_id uuid,
        accounts uuid[] NOT NULL,
        found_at timestamptz NOT NULL,
        cleared_at timestamptz
      );
      COMMENT ON COLUMN book_faults.accounts IS 'all accounts of the customers'' wallets that were frozen for it';
      CREATE UNIQUE INDEX book_faults_open ON book_faults (check_name, subject) WHERE cleared_at IS NULL;
      REVOKE DELETE ON book_faults FROM payments_app;

      CREATE FUNCTION ledger.set_frozen(p_accounts uuid[], p_frozen boolean) RETURNS void LANGUAGE sql SECURITY DEFINER
        SET search_path = ledger, pg_temp AS $$
        -- A wallet is all accounts of one owner in one currency. Locked in the order in which money moves.
        WITH wallet AS (
          SELECT b.account_id FROM ledger.balances b
           WHERE b.account_id IN (
             SELECT w.id FROM ledger.accounts a JOIN ledger.accounts w USING (owner_id, currency)
              WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL)
           ORDER BY b.account_id FOR UPDATE
        )
        UPDATE ledger.balances b SET frozen = p_frozen FROM wallet w
         WHERE b.account_id = w.account_id AND b.frozen <> p_frozen
      $$;
      REVOKE EXECUTE ON FUNCTION ledger.set_frozen FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ledger.set_frozen TO payments_app;

      ALTER TABLE audit_log ALTER COLUMN staff_id DROP NOT NULL;
      COMMENT ON COLUMN audit_log.staff_id IS 'null: the service itself';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ledger.set_frozen;
      DROP TABLE book_faults, book_proof_walks;
    `);
  }
}
