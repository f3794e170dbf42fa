import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Permanent NGN account numbers of owners, and the transfers to them that were credited. */
export class VirtualAccounts1763700001442 implements MigrationInterface {
  name = 'VirtualAccounts1763700001442';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE virtual_accounts (
        owner_id uuid PRIMARY KEY,
        tx_ref text NOT NULL UNIQUE,
        asked_at timestamptz NOT NULL,
        account_number text,
        bank_name text,
        account_name text,
        simulate_url text,
        opened_at timestamptz,
        check_at timestamptz NOT NULL,
        CONSTRAINT virtual_accounts_opened CHECK (num_nulls(account_number, bank_name, account_name, opened_at) IN (0, 4))
      );
      CREATE INDEX virtual_accounts_due ON virtual_accounts (check_at);
      COMMENT ON COLUMN virtual_accounts.asked_at IS 'when the gateway was last asked for a number; none yet: its answer may be lost';
      COMMENT ON COLUMN virtual_accounts.check_at IS 'when to ask the gateway for transfers whose events were lost';
      REVOKE DELETE ON virtual_accounts FROM payments_app;

      CREATE TABLE virtual_account_inflows (
        gateway text NOT NULL,
        gateway_transaction_id text NOT NULL,
        owner_id uuid NOT NULL,
        transaction_id uuid NOT NULL UNIQUE,
        amount_minor bigint NOT NULL CONSTRAINT virtual_account_inflows_positive CHECK (amount_minor > 0),
        credited_at timestamptz NOT NULL,
        PRIMARY KEY (gateway, gateway_transaction_id)
      );
      COMMENT ON COLUMN virtual_account_inflows.transaction_id IS 'the journal that credited it';
      REVOKE UPDATE, DELETE ON virtual_account_inflows FROM payments_app;

      -- A permanent number is for any amount and has no end; one reference may have several.
      ALTER TABLE simulator.accounts
        ALTER COLUMN amount_minor DROP NOT NULL,
        ALTER COLUMN expires_at DROP NOT NULL,
        DROP CONSTRAINT accounts_mode_tx_ref_key;
      CREATE UNIQUE INDEX accounts_temporary ON simulator.accounts (mode, tx_ref) WHERE expires_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM simulator.accounts WHERE expires_at IS NULL;
      DROP INDEX simulator.accounts_temporary;
      ALTER TABLE simulator.accounts
        ALTER COLUMN amount_minor SET NOT NULL,
        ALTER COLUMN expires_at SET NOT NULL,
        ADD CONSTRAINT accounts_mode_tx_ref_key UNIQUE (mode, tx_ref);
      DROP TABLE virtual_account_inflows;
      DROP TABLE virtual_accounts;
    `);
  }
}
